/// The version of the tool. Semantic versioning applies to options, exit codes, formats and rule ids.
public let callOrderVersion = "0.1.0"

/// The release day of that version, `YYYY-MM-DD`, as in CHANGELOG.md.
package let callOrderReleaseDay = "2026-11-21"
