@rem For Windows: npm's scripts begin with sh's exec, by which signals reach them. cmd.exe has none, and runs the rest of the line.
@%*
