internal import TraceGrammar

extension LegalExample {
  /// The file of `traces/conforming` that shows a rule kept.
  static func name(for rule: Rule) -> String { names[rule.id] ?? wholeLife }

  /// The sample for rules that have no better one.
  private static let wholeLife = "whole-life.json"

  /// The better samples, by rule.
  private static let names: [String: String] = [
    "launch-order": "cold-launch.json",
    "callback-before-launch": "cold-launch.json",
    "callback-after-terminate": "kill-terminate.json",
    "disconnect-after-terminate": "kill-discard-terminate.json",
    "legacy-callback": "calls-and-notifications.json",
    "configuration-for-known-session": "memory-reclaim-and-reconnect.jsonl",
    "connect-while-connected": "memory-reclaim-and-reconnect.jsonl",
    "interface-connected-twice": "carplay-calls-only.json",
    "interface-not-connected": "carplay-calls-only.json",
    "discard-before-disconnect": "window-closed.json",
    "callback-after-discard": "window-closed.json",
    "discard-repeated": "window-closed.json",
    "callback-before-connect": "cold-launch.json",
    "callback-after-disconnect": "memory-reclaim-and-reconnect.jsonl",
    "activate-without-foreground": "home-and-back.json",
    "activate-while-active": "interruption.json",
    "resign-while-not-active": "interruption.json",
    "background-without-resign": "home-and-back.json",
    "background-while-background": "home-and-back.json",
    "foreground-while-foreground": "home-and-back.json",
    "disconnect-while-active": "window-closed.json",
    "stale-scene": "memory-reclaim-and-reconnect.jsonl",
    "restore-after-activation": "state-restoration.jsonl",
    "restoration-request-while-active": "state-restoration.jsonl",
    "warm-delivery-while-connecting": "url-warm.json",
    "scenes-not-adopted": "cold-launch.json",
    "state-contradicts-callback": "states-and-threads.json",
    "callback-off-main": "states-and-threads.json",
    "continuation-unannounced": "two-activities-at-once.json",
    "continuation-unresolved": "universal-link-warm.json",
    "slow-launch": "cold-launch.json",
    "slow-background": "home-and-back.json",
    "slow-terminate": "kill-terminate.json",
    "notification-before-callback": "calls-and-notifications.json",
    "unexpected-callback": "home-and-back.json",
  ]
}
