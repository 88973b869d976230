# For fastlane, which finds it by its place: 'callorder' in a lane, or 'callorder(paths: ["build/attachments"])'.
module Fastlane
  module Actions
    class CallorderAction < Action
      def self.run(params)
        unless system("command -v callorder >/dev/null")
          UI.important("callorder is not installed, so nothing is checked")
          return
        end
        command = ["callorder", "check", "--report", "html=#{params[:report]}", "--", *params[:paths]]
        UI.user_error!("callorder found violations, see #{params[:report]}") unless system(*command)
      end

      def self.description
        "Check recorded lifecycle callbacks against the lifecycle grammar"
      end

      def self.available_options
        [
          FastlaneCore::ConfigItem.new(
            key: :paths, description: "Traces and folders to check", type: Array, default_value: ["{traces}"]
          ),
          FastlaneCore::ConfigItem.new(
            key: :report, description: "Where the page goes", default_value: "callorder.html"
          )
        ]
      end

      def self.is_supported?(platform)
        true
      end
    end
  end
end
