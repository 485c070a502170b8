import { openPglite } from './open-pglite.ts'

// The entry of the process that creates a database: that takes several times the memory of running one, which a long-lived
// process would keep. It ends when its parent is gone.

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('expected the folder of the database')
process.once('disconnect', () => process.exit(1))
const { pg } = await openPglite(folder)
await pg.close()
process.exit(0)
