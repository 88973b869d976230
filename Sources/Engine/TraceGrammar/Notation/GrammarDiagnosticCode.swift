internal import TraceModel

/// Every kind of finding about a grammar's text; the raw values are public API.
package enum GrammarDiagnosticCode: String, CaseIterable, Sendable {
  // The text.
  /// The text is longer than a grammar may be.
  case textTooLong = "text-too-long"
  /// A text that begins as no grammar does, perhaps another file.
  case notAGrammar = "not-a-grammar"
  /// A byte that no UTF-8 text has there.
  case invalidUTF8 = "invalid-utf8"
  /// A character that no token begins with.
  case unexpectedCharacter = "unexpected-character"
  /// A string without its closing quotes.
  case unterminatedString = "unterminated-string"
  /// A backslash before a character that is not escaped.
  case unknownEscape = "unknown-escape"

  // The form.
  /// Another token belongs here.
  case unexpectedToken = "unexpected-token"
  /// A declaration that begins with no known word.
  case unknownDeclaration = "unknown-declaration"
  /// A clause that begins with no known word.
  case unknownClause = "unknown-clause"
  /// A block that the next declaration, or the end of the text, cuts off.
  case missingBrace = "missing-brace"
  /// A clause that may be written once, written again.
  case repeatedClause = "repeated-clause"
  /// A clause that has to be there.
  case missingClause = "missing-clause"
  /// The `grammar` declaration is missing, comes again, or is not the first.
  case misplacedHeader = "misplaced-header"
  /// A number that is no duration, or a version with parts that are too big.
  case invalidNumber = "invalid-number"
  /// A rule whose head and form do not fit: `in LIFECYCLE`, `about SUBJECT`, or neither.
  case mismatchedHead = "mismatched-head"

  // Names.
  /// A name declared twice.
  case duplicateName = "duplicate-name"
  /// No subject has this name.
  case unknownSubject = "unknown-subject"
  /// No callback, and where one may stand no group, has this name.
  case unknownCallback = "unknown-callback"
  /// No state of the lifecycle has this name.
  case unknownState = "unknown-state"
  /// No lifecycle has this name.
  case unknownLifecycle = "unknown-lifecycle"
  /// No rule has this name.
  case unknownRule = "unknown-rule"
  /// A word that is no severity.
  case unknownSeverity = "unknown-severity"
  /// A word that is no degree of confidence.
  case unknownConfidence = "unknown-confidence"
  /// The id of a cause is not one of the published ones.
  case unknownCause = "unknown-cause"
  /// A word that is no unit of time.
  case unknownUnit = "unknown-unit"
  /// A placeholder in a message that has no value.
  case unknownPlaceholder = "unknown-placeholder"
  /// Subjects that are within each other.
  case subjectCycle = "subject-cycle"
  /// Groups that hold each other.
  case groupCycle = "group-cycle"
  /// A group where a single callback has to stand.
  case groupNotAllowed = "group-not-allowed"
  /// A case where only a callback can stand.
  case caseNotAllowed = "case-not-allowed"
  /// A text extends a grammar that is not known.
  case unknownGrammar = "unknown-grammar"
  /// A text extends itself, perhaps through others.
  case extendsCycle = "extends-cycle"
  /// A name that the extended grammar already declares.
  case notYoursToChange = "not-yours-to-change"
  /// A rule whose severity is given twice.
  case severityRepeated = "severity-repeated"
  /// More of something than a grammar may have.
  case limitExceeded = "limit-exceeded"
  /// A link that is no `https` address.
  case unsafeLink = "unsafe-link"

  // The meaning.
  /// Two callbacks share a spelling.
  case duplicateSpelling = "duplicate-spelling"
  /// A member of the trace format itself, for which a grammar cannot ask.
  case reservedMember = "reserved-member"
  /// A member holds several identities at once of subjects that several members identify together.
  case setOfJoined = "set-of-joined"
  /// Two different members would decide what one spelling means.
  case decidingMember = "deciding-member"
  /// A lifecycle uses a callback about a subject that its own has nothing to do with.
  case foreignCallback = "foreign-callback"
  /// A `when … begins` clause names something else than what the subject is within.
  case notTheWiderSubject = "not-the-wider-subject"
  /// A `when … begins` clause that would do something else when applied twice, or maps a state twice.
  case beginningNotIdempotent = "beginning-not-idempotent"
  /// The same step written twice.
  case repeatedTransition = "repeated-transition"
  /// A lifecycle without a single step.
  case emptyLifecycle = "empty-lifecycle"
  /// A state that no calls lead to.
  case unreachableState = "unreachable-state"
  /// A state from which no calls lead to a legal end.
  case deadState = "dead-state"
  /// A callback and a state that two rules of one lifecycle claim.
  case doubleClaim = "double-claim"
  /// A rule that no trace can break.
  case ruleCannotFire = "rule-cannot-fire"
  /// A rule that breaks only from a start that nothing but a complete recording shows.
  case ruleNeedsComplete = "rule-needs-complete"
  /// A rule that is broken by every trace with one of its callbacks.
  case ruleCannotBeKept = "rule-cannot-be-kept"
  /// A `start` that most recordings cannot show, since nothing begins the wider subject.
  case startNotTold = "start-not-told"
  /// A callback of a rule that cannot break it.
  case uselessCallback = "useless-callback"
  /// The conditions of a case contradict each other.
  case caseCannotHold = "case-cannot-hold"
  /// A case asks for the state of a subject that its callback has nothing to do with.
  case stateOfOtherSubject = "state-of-other-subject"
  /// A rule about two kinds of subject that no event names side by side.
  case notSideBySide = "not-side-by-side"
  /// A rule expects a call and names no end, so the call is never missing.
  case dutyWithoutEnd = "duty-without-end"
  /// A rule expects a callback that it also names as the end.
  case dutyClosesItself = "duty-closes-itself"
  /// A callback that a rule form names in two places.
  case overlappingCallbacks = "overlapping-callbacks"
  /// No rule names the remaining illegal steps.
  case missingUnexpectedRule = "missing-unexpected-rule"
  /// No rule names subjects that end too early.
  case missingIncompleteRule = "missing-incomplete-rule"
}

extension Diagnostic {
  /// Makes a diagnostic about a grammar's text; an error unless a severity is given.
  init(
    _ code: GrammarDiagnosticCode, severity: Severity = .error, _ message: String,
    at range: SourceRange, suggestion: String? = nil, notes: [Note] = []
  ) {
    self.init(
      code.rawValue, severity, message, at: range, suggestion: suggestion, notes: notes)
  }
}
