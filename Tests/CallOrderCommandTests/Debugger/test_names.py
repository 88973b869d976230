"""Tests how the file of `callorder init lldb` reads symbols, and what it asks lldb for, without lldb."""

import sys
import types
import unittest

lldb = types.ModuleType("lldb")
lldb.eLanguageTypeObjC = 1
lldb.SBError = object


class Options:
    def __getattr__(self, name):
        return lambda value: None


lldb.SBExpressionOptions = Options
sys.modules["lldb"] = lldb
import callorder_lldb as recorder


class Value:
    """What lldb answers."""

    def __init__(self, **answers):
        self.answers = answers

    def __getattr__(self, name):
        return lambda *arguments: self.answers[name](*arguments) if callable(self.answers[name]) else self.answers[name]


class Names(unittest.TestCase):
    def check(self, symbol, type, method, is_inner=False, module="Notes"):
        name = recorder.name_of(symbol)
        self.assertEqual((name.module, name.type, name.method, name.is_inner), (module, type, method, is_inner))

    def test_methods_of_swift(self):
        active = "sceneDidBecomeActive(_:)"
        connect = "scene(_:willConnectTo:options:)"
        self.check("$s5Notes13SceneDelegateC20sceneDidBecomeActiveyySo7UISceneCF", "SceneDelegate", active)
        self.check("_$s5Notes13SceneDelegateC20sceneDidBecomeActiveyySo7UISceneCFTo", "SceneDelegate", active)
        self.check(
            "$s5Notes13SceneDelegateC5scene_13willConnectTo7optionsySo7UISceneC_So0G7SessionCSo0G17ConnectionOptionsCtF",
            "SceneDelegate", connect,
        )  # fmt: skip
        # A letter is a word that came before, here Scene.
        self.check(
            "$s5Notes13SceneDelegateC06windowB0_26didUpdateEffectiveGeometryy5UIKit7UISceneC_SitF",
            "SceneDelegate", "windowScene(_:didUpdateEffectiveGeometry:)",
        )  # fmt: skip
        self.check("$s5Notes6LedgerC5reset2atAA5MoneyVSi_tF", "Ledger", "reset(at:)")

    def test_types(self):
        self.check("$s5Notes7GenericC5InnerV20sceneDidBecomeActiveyySo7UISceneCF", "Generic.Inner", "sceneDidBecomeActive(_:)")
        private = "$s5Notes6Hidden33_4145E8D441C11368ECBFF2EB54934E86LLC18sceneDidDisconnectyySo7UISceneCF"
        self.check(private, "Hidden", "sceneDidDisconnect(_:)")
        self.check("$s7Tracker6ShadowC5NotesE6reportyyF", "Shadow", "report()", module="Tracker")
        witness = "$s5Notes7GenericCyxG5UIKit15UISceneDelegateAaeFP18sceneDidDisconnectyyAE0D0CFTW"
        self.check(witness, "Generic", "sceneDidDisconnect(_:)")

    def test_what_is_in_a_method_or_in_none(self):
        inner = "$s5Notes13SceneDelegateC18sceneDidDisconnectyySo7UISceneCFySiXEfU_"
        self.check(inner, "SceneDelegate", "sceneDidDisconnect(_:)", True)
        self.check("$s5Notes4saveyyF", "", "save()")
        # A result of another module is no label.
        self.check("$s5Notes5StoreC4load7Backing5EntryVyF", "Store", "load()")
        for symbol in ["$sIeg_IeyB_TR", "$s5Notes5StoreCMa", "$s5Notes1aSivg9", "$s", "", "$s5Notes4saveyyFTm"]:
            self.assertIsNone(recorder.name_of(symbol), symbol)

    def test_objective_c(self):
        name = recorder.name_of("-[SceneDelegate(Saving) sceneDidBecomeActive:]")
        self.assertEqual(name.shown(), "-[SceneDelegate sceneDidBecomeActive:]")
        self.assertIn(name.method, recorder.NUMBERS)
        block = recorder.name_of("__42-[SceneDelegate reload]_block_invoke")
        self.assertEqual((block.method, block.is_inner), ("reload", True))
        self.assertEqual(recorder.name_of("UIApplicationMain").shown(), "UIApplicationMain")


class Identities(unittest.TestCase):
    """What is asked on Apple's systems, which are not here."""

    def ask(self, method, is_foreign, answer="A", triple="arm64-apple-ios18.0.0-simulator"):
        asked = []
        success = Value(Success=answer is not None)
        process = Value(GetTarget=Value(GetTriple=triple), ReadCStringFromMemory=answer)
        value = Value(GetError=success, GetValueAsUnsigned=1)
        frame = Value(
            GetThread=Value(GetProcess=process),
            FindRegister=lambda name: Value(GetValueAsUnsigned=lambda: {"arg1": 0x10, "arg2": 0x20, "arg3": 0x30, "arg4": 0x40}[name]),
            EvaluateExpression=lambda text, options: asked.append(text) or value,
        )
        name = recorder.Name("Notes", "SceneDelegate", method, False)
        place = recorder.Place(name, method, recorder.NUMBERS[method], "Notes", False, is_foreign, ())
        recording = recorder.Recording("/dev/null", [])
        said = []
        recording.say = said.append
        told = recording.identity(frame, place)
        recording.file.close()
        return told, asked, said

    def test_scene(self):
        told, asked, _ = self.ask("sceneDidBecomeActive(_:)", True)
        self.assertEqual(told, {"session": "A", "scene": "0x30"})
        self.assertEqual(asked, ["(const char *)[(id)[(id)[(id)0x30 session] persistentIdentifier] UTF8String]"])
        self.assertEqual(self.ask("sceneDidBecomeActive(_:)", False)[0]["scene"], "0x10")

    def test_sessions(self):
        told, asked, _ = self.ask("application(_:configurationForConnecting:options:)", True)
        self.assertEqual((told, "0x40 persistentIdentifier" in asked[0]), ({"session": "A"}, True))
        told, _, _ = self.ask("application(_:didDiscardSceneSessions:)", True, "A\nB")
        self.assertEqual(told, {"sessions": ["A", "B"]})

    def test_nobody(self):
        self.assertEqual(self.ask("applicationWillTerminate(_:)", True), ({}, [], []))
        self.assertEqual(self.ask("sceneDidBecomeActive(_:)", True, triple="x86_64-pc-linux-gnu"), ({}, [], []))
        told, _, said = self.ask("sceneDidBecomeActive(_:)", True, None)
        self.assertEqual((told, len(said)), ({}, 1))


if __name__ == "__main__":
    unittest.main()
