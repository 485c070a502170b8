import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Context } from '../context.ts'

/** `accord certify`: a market maker is tried before an operator gives it a key. */
export function addCertifyCommand(program: Command, { terminal, exit }: Context): void {
	program
		.command('certify')
		.description('try a market maker in fifty cases, on a local network of its own')
		.argument('<command>', "starts the maker in a shell; '{network}' stands for the path of its network.json")
		.option('--report <file>', 'also write the result as JSON, for an operator who asks for it')
		.action(async (command: string, { report }: { report?: string }) => {
			const { certifyMaker } = await import('./certify-maker.ts')
			const stop = new AbortController()
			for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(signal)))
			const certificate = await certifyMaker({
				command,
				version: program.version() ?? '',
				signal: stop.signal,
				onResult: ({ name, passed, why, seconds }) =>
					terminal.print(
						`${passed ? 'passed' : 'FAILED'}  ${name}${why === undefined ? '' : `: ${why}`} (${seconds} s)`,
					),
			})
			const passed = certificate.cases.filter(result => result.passed).length
			terminal.print(`${passed} of ${certificate.cases.length} cases passed`)
			if (!certificate.passed) for (const line of certificate.output) terminal.print(`  ${line}`)
			if (report !== undefined) writeFileSync(report, `${JSON.stringify(certificate, undefined, '\t')}\n`)
			exit(certificate.passed ? 0 : 1)
		})
}
