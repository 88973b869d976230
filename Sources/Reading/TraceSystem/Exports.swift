// What apps need of the operating system is needed by everything else, too.
@_exported public import AppSystem
