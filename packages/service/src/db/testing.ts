export { openTemporaryDatabase as openTestDatabase } from './pglite/temporary-database.ts'
