# In your Dangerfile: danger.import_dangerfile(path: "danger/callorder")
# Write the report before Danger runs: callorder check --fail-on never --report json=callorder.json
require "json"

if File.exist?("callorder.json")
  JSON.parse(File.read("callorder.json"))["traces"].each do |trace|
    trace["violations"].each do |violation|
      next if violation["suppression"]

      cause = (violation["causes"] || []).first
      text = "`#{violation['rule']}`: #{violation['message']}"
      text += "\n\n#{cause['text']}? #{cause['action']}" if cause
      file = violation["file"] || trace["path"]
      line = violation["file"] ? violation["sourceLine"] : violation["line"]
      case violation["severity"]
      when "error" then failure(text, file: file, line: line)
      when "warning" then warn(text, file: file, line: line)
      else message(text, file: file, line: line)
      end
    end
  end
else
  warn("callorder.json is missing, so no traces were checked")
end
