import { forbiddenImports } from './import-direction.ts'

const forbidden = forbiddenImports()
for (const line of forbidden) console.error(line)
if (forbidden.length > 0) process.exitCode = 1
