print("callorder")
