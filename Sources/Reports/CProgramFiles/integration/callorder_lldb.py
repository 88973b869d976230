"""Records from lldb which callbacks UIKit sends to an app that nobody changed, for 'callorder check'.

Written by 'callorder init lldb', and yours to change. In lldb, or in ~/.lldbinit for Xcode:

    command script import ~/callorder_lldb.py
    callorder record ~/calls.jsonl

with the paths where the file is and where the recording goes. Xcode's console is in another folder than the project.

The app goes on by itself. Each call has its time, its thread, the class of the delegate, the line of the method, and who
called it; on Apple's systems also the session and the scene. The recording is written on this computer, wherever the app
runs. At each call the debugger holds up the app for some milliseconds, so there are no durations.
"""

import argparse
import functools
import json
import os
import re
import shlex
import time
from typing import NamedTuple

import lldb

# What a method is about, and its names in Swift and in Objective-C, from the grammar.
CALLBACKS = [
    # {callbacks}
]
NUMBERS = {spelling: number for number, row in enumerate(CALLBACKS) for spelling in row[1:]}

# How far up the stack the caller is looked for: it is near, even behind a proxy.
DEPTH = 40
# What only passes a call on, and what calls UIKit itself: if that seems to be the caller, nothing is known.
PLUMBING = {"___forwarding___", "_CF_forwarding_prep_0", "__invoking___"}
RUNTIMES = {"swiftCore", "swift_Concurrency", "objc.A"}
BELOW_UIKIT = {"", "BackBoardServices", "BaseBoard", "BoardServices", "CoreFoundation", "dispatch", "dyld"}
BELOW_UIKIT |= {"FrontBoardServices", "GraphicsServices", "RunningBoardServices", "xpc"}


class Name(NamedTuple):
    """What the symbol of a function says."""

    module: str  # empty in Objective-C and C
    type: str  # empty for a function outside of types
    method: str  # as Swift's #function or Objective-C's _cmd has it
    is_inner: bool  # a closure in the method, or a function in it
    sign: str = ""  # Objective-C's - or +

    def shown(self, own=""):
        """Return the function as it is shown to people who know that they are in the module `own`."""
        if self.sign:
            return f"{self.sign}[{self.type} {self.method}]"
        return ".".join(filter(None, [self.module if self.module != own else "", self.type, self.method]))


class Place(NamedTuple):
    """Where a method begins that is recorded."""

    name: Name
    callback: str  # as it is recorded; empty if several have the same code
    number: int  # of the callback; -1 for an action of the app
    image: str
    is_thunk: bool  # between the caller and a method of Swift
    is_foreign: bool  # called as Objective-C does
    source: tuple  # file and line


# ---- Names ----


def identifier(text, at, words):
    """Read an identifier of a Swift symbol, where letters stand for words that came before; also return where it ends."""
    name = ""
    has_words = text[at] == "0"
    at += has_words
    if has_words and text[at] == "0":
        raise ValueError("Punycode is not read")
    while True:
        while has_words and text[at].isalpha():
            name += words[ord(text[at].lower()) - ord("a")]
            has_words = text[at].islower()
            at += 1
        if text[at] == "0":
            return name, at + 1
        digits = re.compile(r"\d+").match(text, at)
        at = digits.end() + int(digits[0])
        part = text[digits.end() : at]
        name += part
        found = re.findall(r"[A-Z]+[^A-Z_]*|[^A-Z0-9_][^A-Z_]*", part)
        words += [word for word in found if len(word) > 1][: 26 - len(words)]
        if not has_words:
            return name, at


def swift_name(symbol):
    """Read a Swift symbol up to the types of the method; raise an error for what is no method."""
    is_witness = "FTW" in symbol  # which names the type and the protocol before the method
    at, words, names, types, module = 2, [], [], [], ""
    while at < len(symbol):
        letter = symbol[at]
        if letter.isdigit():
            name, at = identifier(symbol, at, words)
            names.append(name)
            continue
        substitution = re.compile(r"A(\d*[a-z])*(\d*[A-Z]|\d*_)").match(symbol, at)
        if letter == "_" and len(names) > (0 if types else 1):
            names.append("_")  # a parameter without label
        elif letter in "Ss" and not module and not names:
            module, at = ("Swift", at) if letter == "s" else (symbol[at : at + 2], at + 1)
            if module not in ("So", "Swift"):
                types.append("")
        elif symbol.startswith("LL", at):
            names.pop()  # the file that a private name belongs to
            at += 1
        elif letter in "CVO" and names:
            if len(names) > (1 if types else 2):
                names = names[:-2]  # the result, which is a type of another module
                break
            module = module or names[0]
            types.append(names[-1])
            names = []
        elif letter == "P":
            types += names[-1:] if not is_witness else []
            is_witness, names = False, []
        elif letter == "E" and types:
            names = []  # the module of an extension
        elif substitution and (is_witness or not names):
            names, at = [], substitution.end() - 1
        elif names and not is_witness:
            if symbol.startswith("_p", at - 1):
                names = names[:-3]  # the result is a protocol of another module
            break
        at += 1
    rest = symbol[at:]
    if not types and not module:
        module = names.pop(0)
    labels = "".join(name + ":" for name in names[1:])
    if re.search(r"v[gsMmrw](To)?$", rest):
        method = names[0]
    elif "F" not in rest or is_witness:
        raise ValueError("no method")
    elif not labels and rest.startswith("y") and not re.match(r"yy(Ya|Y?K|Yc)*F", rest):
        method = names[0] + "(_:)"
    else:
        method = f"{names[0]}({labels})"
    return Name(module, ".".join(filter(None, types)), method, re.search(r"f[uU]\d*_|L\d*_", rest) is not None)


@functools.cache
def name_of(symbol):
    """Read a symbol; None for what is no function that people know."""
    if symbol.startswith("_$s"):
        symbol = symbol[1:]
    if symbol.startswith("$s"):
        if symbol.endswith("Tm"):
            return None  # code that several functions share
        try:
            return swift_name(symbol)
        except (ValueError, IndexError, TypeError):
            return None
    match = re.search(r"([-+])\[(\w+)(?:\(\w*\))? (\S+)\]", symbol)
    if match:
        return Name("", match[2], match[3], not symbol.startswith(match[1]), match[1])
    return Name("", "", symbol, False) if symbol else None


def symbol_of(item):
    """Return the linker's name of a symbol or a function; empty if it has none."""
    return item.GetMangledName() or item.GetName() or ""


def function_of(frame):
    """Return the symbol and the name of a frame's function, which may have been inlined into another one."""
    symbol = symbol_of(frame.GetSymbol()) or symbol_of(frame.GetFunction())
    name = name_of(symbol)
    if not frame.IsInlined():
        return symbol, name
    words = r"(.* in )?(?:\w+ )*(?:([\w.]+)\.)?(\w+(?:\([\w:]*\))?)$"
    match = re.match(words, frame.GetDisplayFunctionName() or "")
    return symbol, match and Name(name.module if name else "", match[2] or "", match[3], match[1] is not None)


def image_of(module):
    """Return the name of an executable, framework or library."""
    return re.sub(r"^lib(.*)\.(dylib|so)$", r"\1", module.GetFileSpec().GetFilename() or "")


# ---- The methods of the app ----


def bundle(path):
    """Return the folder of an app: its bundle, or where its executable is."""
    inside = re.match(r".*?\.(app|appex|xctest)(?=/)", path)
    return inside[0] if inside else os.path.dirname(path)


def is_of_app(module, target):
    """Tell whether an image is the executable or a library in the app's bundle, on this computer or on the device."""
    folder = bundle(target.GetExecutable().fullpath or "")
    name = os.path.basename(folder)
    paths = [file.fullpath or "" for file in (module.GetFileSpec(), module.GetPlatformFileSpec())]
    return any(path.startswith(folder + "/") or ("." in name and f"/{name}/" in path) for path in paths)


def key_of(address):
    """Return what identifies an address wherever its image is loaded."""
    return (address.GetModule().GetFileSpec().fullpath, address.GetFileAddress())


class Methods:
    """Tells lldb where to stop. It asks for each image, also for those that are loaded later."""

    def __init__(self, breakpoint, arguments, internal):
        self.breakpoint = breakpoint

    def __get_depth__(self):
        return lldb.eSearchDepthModule

    def get_short_help(self):
        return "the methods that callorder records"

    def __callback__(self, context):
        module, target = context.GetModule(), self.breakpoint.GetTarget()
        if recording and is_of_app(module, target):
            for address in recording.find(module, target):
                self.breakpoint.AddLocation(address)


def jumps(target, address):
    """Return where a function goes on whose first instruction is a jump; None for all others."""
    first = target.ReadInstructions(address, 1).GetInstructionAtIndex(0)
    to = first.GetOperands(target) or ""
    if first.GetMnemonic(target) not in ("jmp", "b") or not re.fullmatch("0x[0-9a-f]+", to):
        return None
    loaded = target.ResolveLoadAddress(int(to, 16))
    return key_of(loaded if loaded.GetModule().IsValid() else address.GetModule().ResolveFileAddress(int(to, 16)))


# ---- Who called ----


class Search:
    """Looks for the caller of a method, from its frame outwards: thunks, `super` and proxies only pass a call on."""

    def __init__(self, thread, start, place):
        self.key = None  # identifies the call: where it returns to
        self.passed = []  # the frames that passed it on
        self.told = {}  # members of the event
        here = thread.GetFrameAtIndex(start).GetSP()
        for depth in range(start + 1, DEPTH):
            frame = thread.GetFrameAtIndex(depth)
            if not frame.IsValid():
                break
            image, (symbol, name) = image_of(frame.GetModule()), function_of(frame)
            # What is inlined in the method counts as a frame.
            if frame.GetSP() == here or image in RUNTIMES or re.search(r"T[RA]$|FT[oW]Tm$", symbol):
                continue
            if name and (name.method in PLUMBING or name.type == "NSInvocation"):
                continue
            self.key = (frame.GetSP(), frame.GetPC())
            is_own = image == place.image
            is_same = name and NUMBERS.get(name.method, -1) == place.number
            if place.number < 0:
                is_same = name and (name.type, name.method) == (place.name.type, place.name.method)
            if name and not name.is_inner and (is_same or name.method == "forwardInvocation:"):
                self.passed.append(frame)
                if not is_own or name.type != place.name.type:
                    self.told.setdefault("through", name.shown(place.name.module) if is_own else image)
                continue
            if is_own and name:
                self.told["caller"] = name.shown(place.name.module)
            elif not is_own and (image not in BELOW_UIKIT or (name and "CALLING_OUT_TO_AN_OBSERVER" in name.method)):
                self.told["caller"] = image
            break
        if self.told.get("caller") in (None, self.told.get("through")):
            self.told.pop("through", None)


# ---- The recording ----

recording = None


class Recording:
    """One recording, from 'callorder record' to 'callorder record --stop' or the end of lldb."""

    def __init__(self, path, actions):
        self.path = path
        self.actions = [(name, method or name) for name, _, method in (action.partition("=") for action in actions)]
        self.file = open(path, "wb", buffering=0)  # noqa: SIM115
        self.began = time.monotonic()
        self.places = {}  # by key
        self.last = {}  # by thread: the last call, its place and its object
        self.about = {}  # by thread and callback: where the last call returns to, and whom it was about
        self.line = None  # where the last line begins, its call and its event
        self.calls = self.lost = 0
        self.said = set()

    def say(self, text):
        """Say something once."""
        if text not in self.said:
            self.said.add(text)
            print("callorder: " + text)

    def find(self, module, target):
        """Return the addresses in an image at which recorded methods begin."""
        found = {}
        for index in range(module.GetNumSymbols()):
            symbol = module.GetSymbolAtIndex(index)
            text = symbol_of(symbol)
            is_method = text.startswith("$s") and re.search(r"F(Z|To|TW|Tf\w+)*$", text)
            if is_method and symbol.GetType() == lldb.eSymbolTypeCode:
                self.add(found, text, symbol.GetStartAddress())
        selectors = [spelling for spelling in NUMBERS if "(" not in spelling] + [method.rpartition(".")[2] for _, method in self.actions]
        for selector in selectors:
            for context in module.FindFunctions(selector, lldb.eFunctionNameTypeSelector):
                self.add(found, symbol_of(context.GetSymbol()), context.GetSymbol().GetStartAddress())
        # A thunk that only jumps to its method: lldb 14 loses its way at two breakpoints in a row.
        for key in [key for key, (address, _) in found.items() if jumps(target, address) in found]:
            del found[key]
        # Thunks have no line, but the methods behind them do.
        sources = {place.name: place.source for _, place in found.values() if place.source}
        for key, (_, place) in found.items():
            self.places[key] = place._replace(source=sources.get(place.name, ()))
        return [address for address, _ in found.values()]

    def add(self, found, symbol, address):
        """Add a function, if it is to be recorded."""
        name = name_of(symbol)
        if not name or name.is_inner:
            return
        number = NUMBERS.get(name.method, -1) if name.type else -1
        callback = name.method
        if number < 0:
            words = {name.method, name.method.partition("(")[0]}
            words |= {f"{name.type}.{word}" for word in words}
            callback = next((action for action, method in self.actions if method in words), None)
        if not callback:
            return
        line = address.GetLineEntry()
        source = ()
        if line.IsValid() and line.GetLine():
            source = ("/".join(filter(None, [name.module, line.GetFileSpec().GetFilename()])), line.GetLine())
        is_foreign = bool(name.sign) or symbol.endswith("To")
        is_thunk = symbol.endswith(("To", "TW"))
        place = Place(name, callback, number, image_of(address.GetModule()), is_thunk, is_foreign, source)
        known = found.setdefault(key_of(address), (address, place))[1]
        if known.callback not in (callback, ""):
            found[key_of(address)] = (address, place._replace(callback=""))
            both = f"{known.name.shown()} and {name.shown()}"
            self.say(f"{both} have the same code, so neither is recorded; build without optimization")

    def record(self, frame, location):
        """Record a call before its first instruction."""
        event = {"time": round(time.monotonic() - self.began, 6)}
        place = self.places.get(key_of(location.GetAddress()))
        if not place or not place.callback:
            return
        thread = frame.GetThread()
        frame = thread.GetFrameAtIndex(0)
        if frame.GetPC() != location.GetLoadAddress() == frame.FindRegister("pc").GetValueAsUnsigned():
            # Swift 6.3's lldb sometimes still shows the frames of the stop before; this makes it look again.
            frame.SetPC(location.GetLoadAddress())
            frame = thread.GetFrameAtIndex(0)
        search = Search(thread, 0, place)
        call = (thread.GetThreadID(), place.number, search.key)
        replaces = False
        if place.number < 0:
            event["kind"] = "action"
            event.update(self.surroundings(thread))
        else:
            outer = [self.places.get(key_of(passed.GetSymbol().GetStartAddress())) for passed in search.passed]
            outer = [other for other in outer if other and other.number == place.number]
            # Swift's calls have the object in a register of its own.
            register = "arg1" if place.is_foreign else "x20" if frame.FindRegister("x20").IsValid() else "r13"
            owner = frame.FindRegister(register).GetValueAsUnsigned()
            before = self.last.get(call[0])
            if outer:
                # A call is recorded once: as that of the app's delegate, if a library stands before it.
                name = image_of(thread.GetProcess().GetTarget().GetModuleAtIndex(0))
                main = (name, name + ".debug.dylib")  # as Xcode builds it for previews
                is_first = place.image in main and not any(other.image in main for other in outer)
                replaces = is_first and self.line and self.line[1] == call
                if not replaces:
                    if before and outer == [before[1]]:
                        self.complete(thread, before[1], place, call)
                    return
            is_other = before and before[1] is not place and not place.is_thunk
            if is_other and before[0] == call and (before[1].name.type == place.name.type or before[2] == owner):
                self.complete(thread, before[1], place, call)
                return  # a thunk, or a method whose last call is to `super`, jumped here
            self.last[call[0]] = (call, place, owner)
            event["delegate"] = place.name.type
            about = self.identity(frame, place)
            self.about[call[:2]] = (search.key, about)
            event.update(about)
        event.update(search.told)
        is_main = thread.GetIndexID() == 1 or thread.GetQueueName() == "com.apple.main-thread"
        event["thread"] = "main" if is_main else thread.GetQueueName() or f"thread {thread.GetIndexID()}"
        event["process"] = thread.GetProcess().GetProcessID()
        if place.source:
            event["file"], event["sourceLine"] = place.source
        self.write(thread.GetProcess().GetTarget(), {"callback": place.callback, **event}, call, replaces)

    def complete(self, thread, thunk, place, call):
        """Add the line of a method to the call that was recorded at its thunk, which does not name an inherited method."""
        event = self.line[2] if self.line and self.line[1] == call else None
        if event and thunk.is_thunk and place.source and "file" not in event:
            event["file"], event["sourceLine"] = place.source
            self.write(thread.GetProcess().GetTarget(), event, call, replaces=True)

    def surroundings(self, thread):
        """Return whom an action is about: the same as the call within which the app does it."""
        for depth in range(1, DEPTH):
            frame = thread.GetFrameAtIndex(depth)
            if not frame.IsValid():
                break
            place = self.places.get(key_of(frame.GetSymbol().GetStartAddress()))
            if place and place.number >= 0:
                key, about = self.about.get((thread.GetThreadID(), place.number), (None, {}))
                if key == Search(thread, depth, place).key:
                    return about
        return {}

    def identity(self, frame, place):
        """Return the session and the scene of a call, as Apple's runtime tells them."""
        method, process = place.name.method, frame.GetThread().GetProcess()
        if CALLBACKS[place.number][0] != "session" or "apple" not in process.GetTarget().GetTriple():
            return {}
        if method.startswith("contentStyle"):
            return {}  # its argument is no scene
        discards, configures = "idDiscard" in method, "onfigurationForConnecting" in method
        # Objective-C hands over the object and the selector first.
        position = (2 if discards or configures else 1) + (2 if place.is_foreign else 0)
        argument = frame.FindRegister(f"arg{position}").GetValueAsUnsigned()
        text = f"[(id){argument:#x} persistentIdentifier]"
        if discards:
            text = f'[(id)[(id)[(id){argument:#x} allObjects] valueForKey:@"persistentIdentifier"]'
            text += ' componentsJoinedByString:@"\\n"]'
        elif not configures:
            text = f"[(id)[(id){argument:#x} session] persistentIdentifier]"
        options = lldb.SBExpressionOptions()
        options.SetLanguage(lldb.eLanguageTypeObjC)
        options.SetIgnoreBreakpoints(True)
        options.SetTryAllThreads(False)
        options.SetTimeoutInMicroSeconds(500000)
        value = frame.EvaluateExpression(f"(const char *)[(id){text} UTF8String]", options)
        read = ""
        if value.GetError().Success() and value.GetValueAsUnsigned():
            read = process.ReadCStringFromMemory(value.GetValueAsUnsigned(), 65536, lldb.SBError())
        if not read:
            self.say(f"the session cannot be read, so events do not name it ({value.GetError()})")
            return {}
        if discards:
            return {"sessions": read.split("\n")}
        return {"session": read} if configures else {"session": read, "scene": f"{argument:#x}"}

    def write(self, target, event=None, call=None, replaces=False):
        """Append an event, or write it over the last one; without one, only what is still missing."""
        lines = [event] if event else []
        if self.lost:
            lines.insert(0, {"lost": self.lost})
        if not self.line:
            lines.insert(0, {"format": "callorder.trace/1", "metadata": metadata(target)})
        begin = self.line[0] if replaces else self.file.seek(0, os.SEEK_END)
        lines = [json.dumps(line).encode() + b"\n" for line in lines]
        self.file.truncate(begin)
        self.file.seek(begin)
        try:
            self.file.write(b"".join(lines))
        except OSError:
            self.file.truncate(begin)
            raise
        self.line = (begin + sum(map(len, lines[:-1])), call, event)
        self.calls += event is not None and not replaces
        self.lost = 0

    def summary(self):
        """Return how much is recorded, and the methods."""
        methods = sorted({place.name.shown() for place in self.places.values() if place.callback})
        lost = f"; {self.lost} are lost" if self.lost else ""
        found = {place.callback for place in self.places.values() if place.number < 0}
        unknown = [method for name, method in self.actions if name not in found]
        lost += f"; no method is named {', '.join(unknown)}" if unknown else ""
        return f"callorder: {self.calls} calls of {len(methods)} methods are in {self.path}{lost}", methods


def metadata(target):
    """Return what the header says about the app and the system."""
    told = {"app": target.GetExecutable().GetFilename(), "recorder": "lldb", "startedAt": int(time.time())}
    for module in target.module_iter():
        # Where Xcode keeps the system's libraries of simulators and devices.
        path = module.GetFileSpec().fullpath or ""
        match = re.search(r"/(iOS|tvOS|visionOS|xrOS) ([\d.]+)\.simruntime/", path)
        match = match or re.search(r"/(iOS|tvOS|visionOS|xrOS) DeviceSupport/(?:[^/]* )?(\d[\d.]*) \(", path)
        if match:
            told["os"] = f"{match[1].replace('xrOS', 'visionOS')} {match[2]}"
            break
    return told


def hit(frame, location, arguments, internal):
    """Record a call; lldb calls this at each of the methods, and the app goes on afterwards."""
    if recording:
        try:
            recording.record(frame, location)
        except Exception as error:  # noqa: BLE001
            recording.lost += 1
            recording.say(f"a call cannot be recorded: {error!r}")
    return False


# ---- The command ----

USAGE = """
callorder record [FILE] [--action NAME[=METHOD]]...
  Begins a recording in FILE, in place of an earlier one. Without FILE, it is calls-….jsonl in the current folder, or
  in the home folder if that is not possible. An action is something that the app does: each call of a method of its own
  is recorded under that name, as with --action deleteSessionData=Store.delete.
callorder record --status
  Says what is recorded so far.
callorder record --stop
  Ends the recording."""


class Parser(argparse.ArgumentParser):
    """Reads the words of the command, and does not end lldb if they are wrong."""

    def error(self, message):
        raise ValueError(message)


def command(debugger, text, context, result, internal):
    """Records which callbacks UIKit sends to the app, and who called, for 'callorder check'."""
    global recording
    parser = Parser(prog="callorder", add_help=False)
    parser.add_argument("command", choices=["record"])
    parser.add_argument("file", nargs="?")
    parser.add_argument("--action", action="append", default=[])
    parser.add_argument("--status", action="store_true")
    parser.add_argument("--stop", action="store_true")
    try:
        words = parser.parse_args(shlex.split(text))
        if not words.status and not words.stop:
            return begin(debugger, context.GetTarget(), words, result)
        if not recording:
            raise ValueError("nothing is recorded")
        summary, methods = recording.summary()
        result.AppendMessage("\n  ".join([summary] + (methods if words.status else [])))
        if words.stop:
            end(debugger, context.GetTarget())
            result.AppendMessage("Check it with: callorder check " + shlex.quote(recording.path))
            recording = None
    except OSError as error:
        result.SetError(f"callorder: {error}")
    except ValueError as error:
        result.SetError(f"callorder: {error}{USAGE}")


command.__doc__ += "\n" + USAGE


def begin(debugger, target, words, result):
    """Begin a recording."""
    global recording
    if recording:
        raise ValueError(f"a recording goes on in {recording.path}; end it with 'callorder record --stop'")
    path = os.path.abspath(os.path.expanduser(words.file or f"calls-{int(time.time())}.jsonl"))
    if not words.file and not (os.access(os.path.dirname(path), os.W_OK) and os.path.dirname(path) != "/"):
        path = os.path.join(os.path.expanduser("~"), os.path.basename(path))
    if os.path.exists(path) and os.path.getsize(path):
        with open(path, "rb") as file:
            if not file.read(64).startswith(b'{"format": "callorder.trace/1"'):
                raise ValueError(f"{path} is there, and is no recording of this command")
    recording = Recording(path, words.action)
    if not target.IsValid():
        target = debugger.GetSelectedTarget()
    if not target.IsValid():
        target = debugger.GetDummyTarget()  # as in ~/.lldbinit; each later target gets its breakpoints
    nothing = lldb.SBFileSpecList()
    methods = target.BreakpointCreateFromScript(f"{__name__}.Methods", lldb.SBStructuredData(), nothing, nothing)
    methods.SetScriptCallbackFunction(f"{__name__}.hit")
    methods.SetAutoContinue(True)
    methods.AddName("callorder")
    result.AppendMessage(f"callorder: recording to {path}")


def end(debugger, target):
    """End the recording: the app runs at its own speed again."""
    if recording.lost or not recording.line:
        recording.write(target)
    recording.file.close()
    targets = [debugger.GetTargetAtIndex(index) for index in range(debugger.GetNumTargets())]
    for one in [*targets, debugger.GetDummyTarget()]:
        for point in [point for point in one.breakpoint_iter() if point.MatchesName("callorder")]:
            one.BreakpointDelete(point.GetID())


def __lldb_init_module(debugger, internal):
    if not hasattr(debugger, "HandleCommand"):
        folder = "/usr/lib/llvm-14/lib/python3.11/dist-packages"
        print(f"callorder: lldb does not find its Python modules; on Debian, start it with PYTHONPATH={folder} or the like")
        return
    debugger.HandleCommand(f"command script add -o -f {__name__}.command callorder")
