// Makes the template as a copy of which a local network's database begins, so that the first start need not.
import { databaseTemplate } from '../packages/service/src/db/pglite/database-template.ts'

await databaseTemplate()
