import { configDocs } from '../packages/cli/src/service/config-docs.ts'
import type { GeneratedFile } from './generated-files.ts'

/** Every setting of the service, from the schema that checks them; `accord config docs` prints the same. */
export function generateConfigDocs(): GeneratedFile {
	return { path: 'docs/configuration.md', text: configDocs() }
}
