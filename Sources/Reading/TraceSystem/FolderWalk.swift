/// The files below a folder, found in an order that depends on their names alone.
package struct FolderWalk {
  /// The paths of the files, each beginning with the folder as it was given; sorted by bytes.
  package private(set) var files: [String] = []
  /// Folders and names that could not be read, and anything that has the name of a wanted file but is not a file. The
  /// walk continued without them.
  package private(set) var problems: [SystemError] = []

  /// Whether the limit was reached.
  package private(set) var isCut = false

  private let isWanted: (String) -> Bool
  private let followsLinks: Bool
  /// How many more names may be examined.
  private var room: Int
  private var visited: Set<FileIdentity> = []

  /// Walks a folder and everything below it.
  ///
  /// Names that begin with a dot are skipped. A folder that several paths lead to is walked once, so loops end.
  /// - Parameters:
  ///   - folder: the folder to begin with.
  ///   - root: the folder that a relative path starts from; nil for the current folder of the process.
  ///   - limit: the maximum number of names to examine.
  ///   - followsLinks: false skips symbolic links, so that nothing outside the folder is looked at.
  ///   - isWanted: whether a file with the given name is listed.
  /// - Complexity: O(n log n) in the number of entries.
  package init(
    of folder: String, from root: String? = nil, limit: Int = .max,
    followsLinks: Bool = true, where isWanted: (String) -> Bool
  ) {
    self = withoutActuallyEscaping(isWanted) { isWanted in
      var walk = FolderWalk(limit: limit, followsLinks: followsLinks, isWanted: isWanted)
      walk.visit(folder, from: root)
      walk.files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return FolderWalk(finished: walk)
    }
  }

  private init(limit: Int, followsLinks: Bool, isWanted: @escaping (String) -> Bool) {
    room = limit
    self.followsLinks = followsLinks
    self.isWanted = isWanted
  }

  /// Keeps only the results, so that nothing retains the closure.
  private init(finished walk: FolderWalk) {
    files = walk.files
    problems = walk.problems
    isCut = walk.isCut
    room = walk.room
    followsLinks = walk.followsLinks
    isWanted = { _ in false }
  }

  private mutating func visit(_ folder: String, from root: String?) {
    do throws(SystemError) {
      let place = Path.joined(root ?? ".", folder)
      guard visited.insert(try fileStatus(of: place).identity).inserted else { return }
      for name in try visibleNames(in: place, shownAs: folder) {
        isCut = isCut || room == 0
        if isCut { return }
        room -= 1
        let path = Path.joined(folder, name)
        let place = Path.joined(root ?? ".", path)
        let isWanted = isWanted(name)
        do throws(SystemError) {
          let status = try fileStatus(of: place, followsLinks: followsLinks)
          switch status.kind {
          case .folder: visit(path, from: root)
          case .file: if isWanted { files.append(path) }
          case .other:
            if isWanted {
              problems.append(SystemError(path: path, message: "is \(status.noun), not a file"))
            }
          }
        } catch {
          // A link that leads nowhere is not a file. Of anything that cannot be examined, it is unknown what it is.
          if error.isAbsent {
            if isWanted {
              problems.append(SystemError(path: path, message: "is a link that leads nowhere"))
            }
          } else {
            problems.append(SystemError(path: path, message: error.message))
          }
        }
      }
    } catch {
      problems.append(SystemError(path: folder, message: error.message))
    }
  }
}
