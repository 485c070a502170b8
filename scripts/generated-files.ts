import { generateConfigDocs } from './generate-config-docs.ts'
import { generateErrors } from './generate-errors.ts'
import { generateLog } from './generate-log.ts'
import { generateSchema } from './generate-schema.ts'
import { generateSpecs } from './generate-specs.ts'
import { generateVectors } from './generate-vectors.ts'

/** A committed file that is generated from the code: its path from the project's root, and its expected text. */
export type GeneratedFile = { path: string; text: string }

/** Every generated file of the project, up to date. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
	return [
		generateErrors(),
		generateVectors(),
		generateConfigDocs(),
		...generateSpecs(),
		generateLog(),
		await generateSchema(),
	]
}
