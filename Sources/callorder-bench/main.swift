print("callorder-bench")
