internal import TraceFindings
internal import CallOrderKit

/// The manual as an mdoc source for `man`.
/// - Source: mdoc(7).
struct ManualPage {
  /// The whole page.
  var text: String {
    var page = """
      .\\" Written by 'callorder man'; the texts are those of --help.
      .Dd \(releaseDay)
      .Dt CALLORDER 1
      .Os
      .Sh NAME
      .Nm callorder
      .Nd check the order of lifecycle calls in recorded traces
      .Sh SYNOPSIS

      """
    for subcommand in Subcommand.all { page += synopsis(of: subcommand) }
    page += """
      .Sh DESCRIPTION
      .Nm
      reads recorded traces of the callbacks that UIKit sends to an app with scenes,
      checks them against a formal lifecycle grammar, and reports what went wrong,
      where and why, with the smallest repair.
      The report goes to standard output, everything else to standard error.
      .Sh SUBCOMMANDS

      """
    for subcommand in Subcommand.all { page += section(of: subcommand) }
    page += ".Sh OPTIONS\nAn option belongs after its subcommand.\n.Bl -tag -width Ds\n"
    for flag in Flag.all { page += item(for: flag) }
    page += ".El\n" + closing
    return page
  }

  /// The day of the version as mdoc wants it, such as `November 21, 2026`.
  private var releaseDay: String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let numbers = callOrderReleaseDay.split(separator: "-").compactMap { Int($0) }
    return "\(months[numbers[1] - 1]) \(numbers[2]), \(numbers[0])"
  }

  // MARK: - Sections

  private func synopsis(of subcommand: Subcommand) -> String {
    var text = ".Nm\n.Cm \(subcommand.name)\n.Op Ar option ...\n"
    for operand in subcommand.operands {
      let word = "Ar \(escaped(operand.placeholder))" + (operand.isRepeatable ? " ..." : "")
      text += operand.isOptional ? ".Op \(word)\n" : ".\(word)\n"
    }
    return text
  }

  private func section(of subcommand: Subcommand) -> String {
    var text = ".Ss callorder \(subcommand.name)\n" + line(asSentence(subcommand.summary))
    for paragraph in subcommand.discussion { text += ".Pp\n" + lines(paragraph) }
    if !subcommand.operands.isEmpty {
      text += ".Bl -tag -width Ds\n"
      for operand in subcommand.operands {
        text += ".It Ar \(escaped(operand.placeholder))\n" + line(asSentence(operand.summary))
      }
      text += ".El\n"
    }
    if !subcommand.examples.isEmpty {
      text += ".Pp\nFor example:\n.Bl -tag -width Ds\n"
      for (line, meaning) in subcommand.examples {
        text += ".It Li \(quoted(line))\n" + lines(meaning)
      }
      text += ".El\n"
    }
    return text
  }

  private func item(for flag: Flag) -> String {
    var text = ".It "
    if let short = flag.short { text += "Fl \(short) , " }
    text += "Fl \\-\(escaped(flag.name))"
    if let placeholder = flag.placeholder { text += " Ar \(quoted(placeholder))" }
    text += "\n"
    if let commands = flag.commands {
      text += line("With \(listed(commands, "and")): \(flag.summary).")
    } else {
      text += line(asSentence(flag.summary))
    }
    if let details = flag.details { text += lines(details) }
    return text
  }

  private var closing: String {
    var text = ".Sh ENVIRONMENT\n.Bl -tag -width Ds\n"
    text += ".It Ev NO_COLOR\nIf not empty, color is not used.\n"
    text += ".It Ev CLICOLOR_FORCE , FORCE_COLOR\n"
    text += "If neither empty nor 0, color is used even where the output is not a terminal.\n"
    text += ".It Ev TERM\nIf\n.Qq dumb\nor not set, a terminal gets no color.\n.El\n"
    text += ".Sh FILES\n.Bl -tag -width Ds\n.It Pa .callorder.json\n"
    text += "The configuration; see\n.Ql callorder schema config .\n.El\n"
    text += ".Sh EXIT STATUS\n.Bl -tag -width Ds\n"
    for status in ExitStatus.allCases {
      text += ".It \(status.rawValue)\n" + line(asSentence(status.meaning))
    }
    return text + ".El\n"
  }

  // MARK: - Escaping

  /// Sentences, each on its own line as mdoc wants it.
  private func lines(_ text: String) -> String {
    var result = ""
    var sentence = ""
    for word in text.split(whereSeparator: { " \n".contains($0) }) {
      sentence += (sentence.isEmpty ? "" : " ") + word
      if let last = word.last, ".?!".contains(last), word.count > 2 {
        result += line(sentence)
        sentence = ""
      }
    }
    return sentence.isEmpty ? result : result + line(sentence)
  }

  /// A sentence in lines of up to 78 columns; a line that looks like an mdoc request is escaped.
  private func line(_ text: String) -> String {
    var result = ""
    for line in wrapped(escaped(text), width: 78).split(separator: "\n") {
      result += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
    }
    return result
  }

  private func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }

  private func quoted(_ text: String) -> String {
    "\""
      + escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\(dq") + "\""
  }
}
