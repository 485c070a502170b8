import { parseArgs } from 'node:util'
import { runSoak } from './soak.ts'
import { findDelay, findHarm } from './verdict.ts'

// npm run soak [-- --minutes 30]

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
	console.error('expected --minutes and a positive number')
	process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const soak = await runSoak({ minutes, report: line => console.log(line) })
for (const [kind, counts] of soak.hostile) {
	const answers = Object.entries(counts).map(([answer, count]) => `${count} × ${answer}`)
	console.log(`- ${kind}: ${answers.join(', ')}`)
}
const harm = [...findHarm(soak), ...findDelay(soak)]
console.log(harm.length === 0 ? 'Nobody honest was harmed.' : harm.join('\n'))
process.exit(harm.length === 0 ? 0 : 1)
