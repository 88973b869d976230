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
    followsLinks: Bool = true, where isWanted: @escaping (String) -> Bool
  ) {
    (self.isWanted, self.followsLinks, room) = (isWanted, followsLinks, limit)
    visit(folder, from: root)
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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
        func note(_ problem: String) {
          problems.append(SystemError(path: path, message: problem))
        }
        do throws(SystemError) {
          let status = try fileStatus(of: place, followsLinks: followsLinks)
          switch status.kind {
          case .folder: visit(path, from: root)
          case .file: if isWanted(name) { files.append(path) }
          case .other: if isWanted(name) { note("is \(status.noun), not a file") }
          }
        } catch  where error.isAbsent {
          // Of anything that cannot be examined, it is unknown what it is; a link that leads nowhere is not a file.
          if isWanted(name) { note("is a link that leads nowhere") }
        } catch {
          note(error.message)
        }
      }
    } catch {
      problems.append(SystemError(path: folder, message: error.message))
    }
  }
}
