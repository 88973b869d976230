extension ReportPage {
  /// What the script needs to draw timelines and long lists.
  var dataBlocks: Markup { Markup() }
}
