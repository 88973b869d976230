# Checks the recordings that tests attached, or those in a folder. In a lane, after scan:
#   callorder(result_bundle: "build/App.xcresult", junit: "build/callorder.xml")
require "tmpdir"

module Fastlane
  module Actions
    class CallorderAction < Action
      def self.run(params)
        unless system("command -v callorder >/dev/null")
          text = "callorder is not installed, so nothing is checked; install it, or set allow_missing"
          params[:allow_missing] ? UI.important(text) : UI.user_error!(text)
          return
        end
        Dir.mktmpdir do |folder|
          path = params[:path]
          if params[:result_bundle]
            path = File.join(folder, "attachments")
            sh("xcrun", "xcresulttool", "export", "attachments", "--path", params[:result_bundle], "--output-path", path)
          end
          command = ["callorder", "check", path, "--fail-on", params[:fail_on]]
          command += ["--create-folders", "--report", "junit=#{params[:junit]}"] if params[:junit]
          sh(*command)
        end
      end

      def self.description
        "Checks the order of lifecycle callbacks in recordings"
      end

      def self.available_options
        [
          FastlaneCore::ConfigItem.new(
            key: :result_bundle, env_name: "CALLORDER_RESULT_BUNDLE", optional: true,
            description: "The result bundle (.xcresult) whose attachments are checked"
          ),
          FastlaneCore::ConfigItem.new(
            key: :path, env_name: "CALLORDER_PATH", default_value: "{traces}",
            description: "The traces that are checked if there is no result bundle"
          ),
          FastlaneCore::ConfigItem.new(
            key: :fail_on, env_name: "CALLORDER_FAIL_ON", default_value: "error",
            description: "The lowest severity that fails the lane: error, warning, note or never"
          ),
          FastlaneCore::ConfigItem.new(
            key: :allow_missing, env_name: "CALLORDER_ALLOW_MISSING", type: Boolean, default_value: false,
            description: "Whether the lane passes if callorder is not installed"
          ),
          FastlaneCore::ConfigItem.new(
            key: :junit, env_name: "CALLORDER_JUNIT", optional: true,
            description: "The path of the JUnit report to write"
          )
        ]
      end

      def self.is_supported?(platform)
        true
      end
    end
  end
end
