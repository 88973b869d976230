# A Homebrew formula for a tap of your own. `make formula CALLORDER_REPOSITORY=…` prints it with the Git address of
# CallOrder's repository, the version and the commit filled in.
class Callorder < Formula
  desc "Check the order of lifecycle callbacks in recordings of apps"
  homepage "{repository}"
  url "{repository}", using: :git, revision: "{commit}"
  version "{version}"
  license "Apache-2.0"
  head "{repository}", using: :git, branch: "main"

  depends_on "pkgconf" => :build
  # Swift 6.2.
  depends_on xcode: ["26.0", :build]
  depends_on "jansson"
  uses_from_macos "zlib"

  on_linux do
    depends_on "swift" => :build
  end

  def install
    system "make", "install", "PREFIX=#{prefix}", "SWIFT_OPTIONS=--disable-sandbox"
  end

  test do
    (testpath/"a.jsonl").write <<~JSON
      {"records": "all"}
      {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
      {"callback": "sceneDidEnterBackground(_:)", "session": "A"}
    JSON
    assert_match "background-without-resign", shell_output("#{bin}/callorder check a.jsonl", 1)
  end
end
