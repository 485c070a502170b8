import { readConfig } from './config/read-config.ts'
import { failService, runService } from './run-service.ts'

/** The service as a process, configured by `ACCORD_*` (see docs/configuration.md). */
async function main(): Promise<void> {
	await runService(() => readConfig(process.env))
}

main().catch(failService)
