import Testing

@testable import TraceReading

@Suite("Breadcrumbs") struct BreadcrumbTests {
  private static func crumb(_ name: String, _ data: String = "") -> String {
    #"{"timestamp":"1970-01-01T00:00:01.5Z","name":"\#(name)","type":"state","metaData":{\#(data)}}"#
  }

  private static func bugsnag(_ crumbs: [String], model: String = "iPhone17,3") -> String {
    """
    {"device":{"osName":"iOS","osVersion":"18.4","model":"\(model)"},"exceptions":[],
    "breadcrumbs":[
    \(crumbs.joined(separator: ",\n"))
    ],"user":{}}
    """
  }

  @Test(
    "of Bugsnag are notifications, in an event by itself and in an upload", arguments: [1, 1 << 20])
  func bugsnag(step: Int) {
    let event = Self.bugsnag([
      Self.crumb("Bugsnag loaded"), Self.crumb("Scene Will Connect", #""role":"R""#),
      Self.crumb("App Will Terminate"),
    ])
    for (text, line) in [(event, 4), ("{\"apiKey\":\"\",\n\"events\" : [ \(event) ]\n}\n", 5)] {
      let reading = ForeignReading(text, step: step)
      #expect(reading.error == nil)
      #expect(
        reading.events == [
          "\(line) UISceneWillConnectNotification notification role=R",
          "\(line + 1) UIApplicationWillTerminateNotification notification",
        ])
      #expect(reading.times == [1.5, 1.5])
      #expect(reading.format == "bugsnag")
      #expect(reading.metadata == ["os=iOS 18.4", "device=iPhone17,3"])
      #expect(reading.notes == ["not-lifecycle: 1 breadcrumb is not a lifecycle call"])
    }
  }

  @Test("of Bugsnag come from the first event of an upload; a note mentions the others")
  func furtherEvents() {
    let event = Self.bugsnag([Self.crumb("Scene Activated")])
    let reading = ForeignReading("{\"events\":[\(event),\(event)]}")
    #expect(reading.events.count == 1)
    #expect(reading.notes == ["further-events: only the first of 2 events is read"])
  }

  @Test("of Bugsnag distinguish scenes of different kinds")
  func kinds() {
    let car = #""role":"Car","configuration":"C""#
    let reading = ForeignReading(
      Self.bugsnag([Self.crumb("Scene Activated"), Self.crumb("Scene Activated", car)]))
    #expect(
      reading.events == [
        "3 UISceneDidActivateNotification notification scene=undescribed",
        "4 UISceneDidActivateNotification notification scene=Car, C role=Car",
      ])
  }

  /// Breadcrumbs of an iPad, and whether they certainly belong to one scene.
  static let lives: [(names: [String], isOne: Bool)] = [
    (["Scene Will Connect", "Scene Activated", "Scene Will Deactivate"], true),
    (["Scene Will Connect", "Scene Disconnected", "Scene Will Connect"], true),
    (["Scene Will Connect", "Scene Will Connect", "Scene Activated"], false),
    (["Scene Activated", "Scene Will Deactivate"], false),
    (["Scene Disconnected", "Scene Will Connect"], false),
  ]

  @Test("of Bugsnag are skipped if several scenes are possible", arguments: lives)
  func mixedUp(life: (names: [String], isOne: Bool)) {
    let crumbs = life.names.map { Self.crumb($0) }
    let reading = ForeignReading(Self.bugsnag(crumbs, model: "iPad14,3"))
    #expect(reading.events.count == (life.isOne ? crumbs.count : 0))
    let note =
      "scenes-mixed-up: \(crumbs.count) breadcrumbs of scenes that cannot be told apart; they are"
      + " not checked"
    #expect(reading.notes == (life.isOne ? [] : [note]))
    #expect(ForeignReading(Self.bugsnag(crumbs)).events.count == crumbs.count)
  }

  private static func sentry(_ states: [String]) -> String {
    states.map {
      #"{"category":"app.lifecycle","timestamp":2.5,"type":"navigation","data":{"state":"\#($0)"}}"#
    }.joined(separator: ",")
  }

  @Test("of Sentry are notifications of the application, anywhere in the file")
  func sentry() {
    let list = "[" + Self.sentry(["foreground", "active", "unheard-of"]) + "]"
    for text in [
      "{\"event_id\":\"1\",\"contexts\":{\"os\":{\"name\":\"iOS\",\"version\":\"18.4\"}},\"breadcrumbs\":\(list)}",
      "{\"system\":{\"system_name\":\"iOS\",\"system_version\":\"18.4\"},\"sentry_sdk_scope\":{\"breadcrumbs\":\(list)}}",
      "{\"system\":{\"system_name\":\"iOS\",\"system_version\":\"18.4\"},\"user\":{\"breadcrumbs\":\(list)}}",
      "{\"sdk\":{},\"metadata\":{},\"contexts\":{\"os\":{\"name\":\"iOS\",\"version\":\"18.4\"}},\"breadcrumbs\":{\"values\":\(list)}}",
    ] {
      let reading = ForeignReading(text)
      #expect(reading.error == nil)
      #expect(
        reading.events == [
          "1 UIApplicationWillEnterForegroundNotification notification",
          "1 UIApplicationDidBecomeActiveNotification notification",
        ])
      #expect(reading.times == [2.5, 2.5])
      #expect(reading.format == "sentry")
      #expect(reading.metadata == ["os=iOS 18.4"])
    }
  }

  @Test("are read despite a register dump with duplicate members and large numbers")
  func registers() {
    let list = "[" + Self.sentry(["foreground", "active"]) + "]"
    let dump =
      #""crash":{"threads":[{"registers":{"x0":18446744073709551615,"x1":1,"x1":2,"\#u{E9}":0}}]}"#
    let reading = ForeignReading("{\(dump),\"sentry_sdk_scope\":{\"breadcrumbs\":\(list)}}")
    #expect(reading.error == nil)
    #expect(reading.events.count == 2)
    #expect(reading.times == [2.5, 2.5])
    let bare = ForeignReading("{\"report\":{},\(dump)}")
    #expect(
      bare.error
        == "1:1 this is a crash report without breadcrumbs; it contains no lifecycle events")
    let own = ForeignReading(#"{"callback":"a","callback":"b"}"#)
    #expect(own.error == "1:27 a member occurs twice")
  }

  @Test("are not in a crash report of the system, which is reported")
  func systemReport() {
    let reading = ForeignReading(
      "{\"app_name\":\"Notes\",\"bug_type\":\"309\",\"os_version\":\"iPhone OS 18.4\"}\n{\"pid\":7}\n"
    )
    #expect(
      reading.error
        == "1:1 this is the system's report of a crash or hang; it contains no lifecycle events"
    )
  }

  @Test("of older versions of Sentry have another meaning")
  func olderSentry() {
    let reading = ForeignReading(
      "{\"event_id\":\"\",\"breadcrumbs\":[\(Self.sentry(["foreground", "background"]))]}")
    #expect(
      reading.events == [
        "1 UIApplicationDidBecomeActiveNotification notification",
        "1 UIApplicationDidEnterBackgroundNotification notification",
      ])
  }

  /// Faults with their positions.
  static let wrongOnes: [(text: String, error: String)] = [
    (
      bugsnag([crumb("Scene Activated"), "7"]),
      "4:1 a breadcrumb must be an object, not a number"
    ),
    (bugsnag([crumb("Scene Activated")]) + " x", "4:14 nothing is allowed after the document"),
    (
      #"{"exceptions":[],"\u0062readcrumbs":[{"name":"Scene Activated"}]}"#,
      "1:1 the name of the list of events contains escapes, which are not supported there"
    ),
  ]

  @Test("that are malformed are reported with their position", arguments: wrongOnes)
  func faults(sample: (text: String, error: String)) {
    #expect(ForeignReading(sample.text).error == sample.error)
  }

  @Test("have to fit the limit, including everything around them")
  func limit() {
    var limits = ReadingLimits()
    limits.eventSizeInBytes = 100
    let reading = ForeignReading(Self.bugsnag([Self.crumb("Scene Activated")]), limits: limits)
    #expect(reading.error?.contains("larger than the limit of 100 bytes") ?? false)
  }
}
