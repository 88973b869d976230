internal import TraceModel

/// Every kind of finding about a grammar's text. The raw values are public API; `GrammarNotation.md` says what they mean.
package enum GrammarDiagnosticCode: String, CaseIterable, Sendable {
  // The text.
  case textTooLong = "text-too-long"
  case notAGrammar = "not-a-grammar"
  case invalidUTF8 = "invalid-utf8"
  case unexpectedCharacter = "unexpected-character"
  case unterminatedString = "unterminated-string"
  case unknownEscape = "unknown-escape"

  // The form.
  case unexpectedToken = "unexpected-token"
  case unknownDeclaration = "unknown-declaration"
  case unknownClause = "unknown-clause"
  case missingBrace = "missing-brace"
  case repeatedClause = "repeated-clause"
  case missingClause = "missing-clause"
  case misplacedHeader = "misplaced-header"
  case invalidNumber = "invalid-number"
  case mismatchedHead = "mismatched-head"

  // Names.
  case duplicateName = "duplicate-name"
  case unknownSubject = "unknown-subject"
  case unknownCallback = "unknown-callback"
  case unknownState = "unknown-state"
  case unknownLifecycle = "unknown-lifecycle"
  case unknownRule = "unknown-rule"
  case unknownSeverity = "unknown-severity"
  case unknownConfidence = "unknown-confidence"
  case unknownCause = "unknown-cause"
  case unknownUnit = "unknown-unit"
  case unknownPlaceholder = "unknown-placeholder"
  case subjectCycle = "subject-cycle"
  case groupCycle = "group-cycle"
  case groupNotAllowed = "group-not-allowed"
  case caseNotAllowed = "case-not-allowed"
  case unknownGrammar = "unknown-grammar"
  case extendsCycle = "extends-cycle"
  case notYoursToChange = "not-yours-to-change"
  case severityRepeated = "severity-repeated"
  case limitExceeded = "limit-exceeded"
  case unsafeLink = "unsafe-link"

  // The meaning.
  case duplicateSpelling = "duplicate-spelling"
  case reservedMember = "reserved-member"
  case setOfJoined = "set-of-joined"
  case decidingMember = "deciding-member"
  case foreignCallback = "foreign-callback"
  case notTheWiderSubject = "not-the-wider-subject"
  case beginningNotIdempotent = "beginning-not-idempotent"
  case repeatedTransition = "repeated-transition"
  case emptyLifecycle = "empty-lifecycle"
  case unreachableState = "unreachable-state"
  case deadState = "dead-state"
  case doubleClaim = "double-claim"
  case ruleCannotFire = "rule-cannot-fire"
  case startNotTold = "start-not-told"
  case uselessCallback = "useless-callback"
  case caseCannotHold = "case-cannot-hold"
  case stateOfOtherSubject = "state-of-other-subject"
  case notSideBySide = "not-side-by-side"
  case dutyWithoutEnd = "duty-without-end"
  case dutyClosesItself = "duty-closes-itself"
  case overlappingCallbacks = "overlapping-callbacks"
  case missingUnexpectedRule = "missing-unexpected-rule"
  case missingIncompleteRule = "missing-incomplete-rule"
  case wrongExample = "wrong-example"
}

/// Whoever reads a part of a grammar: what is wrong there is collected, never thrown, and reading goes on after it.
protocol GrammarDiagnosing {
  var diagnostics: [Diagnostic] { get set }
}

extension GrammarDiagnosing {
  /// Adds what is found about the text; it is an error unless a severity is given.
  mutating func report(
    _ code: GrammarDiagnosticCode, severity: Severity = .error, _ message: String,
    at range: SourceRange, suggestion: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(
      Diagnostic(
        code.rawValue, severity, message, at: range, suggestion: suggestion, notes: notes))
  }
}
