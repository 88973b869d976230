/// The version of the tool, by semantic versioning over options, exit codes, formats and rule ids.
public let callOrderVersion = "0.1.0"

/// The day of that version, `YYYY-MM-DD`; CHANGELOG.md says what it brought.
package let callOrderReleaseDay = "2026-11-21"
