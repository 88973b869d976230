/// Colors, type and space by name, in light and dark; everything else in the style sheet refers to them.
///
/// Text has a contrast of at least 4.5 to 1 on every ground it stands on, lines that carry meaning at least 3 to 1.
let tokenStyles = lightTokens + darkTokens

private let lightTokens = #"""
  :root{color-scheme:light dark;
  --sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif;
  --mono:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;
  --t0:.75rem;--t1:.8125rem;--t2:.9375rem;--t3:1.125rem;--t4:1.5rem;--t5:clamp(1.875rem,1.3rem + 2.4vw,3rem);
  --r:10px;
  --paper:#f6f6f3;--card:#fff;--sunk:#eeeeea;--ink:#16181b;--soft:#484d55;--faint:#5f656e;
  --line:#dfdfd9;--edge:#84888f;--link:#274a9e;--focus:#1f5fd6;
  --bad:#ab1f18;--bad-bg:#fbecea;--bad-line:#d9534a;--warn:#7d5000;--warn-bg:#fbf2dd;--warn-line:#c18410;
  --note:#35557f;--note-bg:#ebf1f8;--note-line:#6d8db8;--good:#17663b;--good-bg:#e5f3ea;--good-line:#3f9b66;
  --f0:#fff;--d0:#9aa0a8;--f1:#e9ebee;--l1:#c9ced4;--f2:#dde8f4;--l2:#b9cde3;--f3:#f7e9c4;--l3:#e8d096;
  --f4:#b9e0c8;--f5:#d6d5ea;--l5:#bab8da;--f6:#e9e7e3;--d6:#bdb8af;--f7:#f3e1de;--l7:#d9bdb8;--f9:#e2e4e8}

  """#

private let darkTokens =
  darkBlock(#"@media (prefers-color-scheme:dark){:root:not([data-theme="light"])"#) + "}\n"
  + darkBlock(#":root[data-theme="dark"]"#) + #"""

    :root[data-theme="light"]{color-scheme:light}:root[data-theme="dark"]{color-scheme:dark}
    @media (prefers-contrast:more){:root{--faint:var(--soft);--line:var(--edge)}}

    """#

private func darkBlock(_ selector: String) -> String {
  selector + #"""
    {--paper:#101214;--card:#181b1f;--sunk:#1f2327;--ink:#edeff1;--soft:#bcc2ca;--faint:#9ba2ab;
    --line:#2c3137;--edge:#7b828c;--link:#a3bdff;--focus:#8fb2ff;
    --bad:#ff9a90;--bad-bg:#33191a;--bad-line:#e0584e;--warn:#f0c46c;--warn-bg:#30260f;--warn-line:#b98a2b;
    --note:#a9c5ef;--note-bg:#1a2533;--note-line:#5d80b0;--good:#84d8a8;--good-bg:#13281c;--good-line:#3f9b66;
    --f0:#181b1f;--d0:#6a717b;--f1:#2a2e34;--l1:#474e57;--f2:#20344a;--l2:#33506f;--f3:#46380f;--l3:#6a561c;
    --f4:#1c5636;--f5:#34335a;--l5:#4c4a7c;--f6:#2c2b29;--d6:#55524c;--f7:#40292a;--l7:#644140;--f9:#30353c}
    """#
}
