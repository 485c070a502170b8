import { row, type Section, testsIn } from './row.ts'

const cli = 'packages/cli/src'
const commands = testsIn(`${cli}/operator/operator-commands.test.ts`)
const config = testsIn('packages/service/src/config/config.test.ts')
const configCommands = testsIn(`${cli}/config/config-commands.test.ts`)
const doctor = testsIn(`${cli}/doctor/doctor-command.test.ts`)
const documents = testsIn('test/docs/metrics.test.ts')
const findOperator = testsIn(`${cli}/operator/find-operator.test.ts`)
const liveScreen = testsIn(`${cli}/terminal/live-screen.test.ts`)
const network = testsIn(`${cli}/network/run-network.test.ts`)
const operate = testsIn('test/stories/operate.test.ts')
const program = testsIn(`${cli}/run-program.test.ts`)
const proxy = testsIn('test/stories/behind-a-proxy.test.ts')
const restore = testsIn('test/stories/restore-a-backup.test.ts')
const serve = testsIn(`${cli}/serve/serve-command.test.ts`)
const settings = testsIn('packages/service/src/config/setting-list.test.ts')
const stokenet = testsIn('test/stories/another-network.test.ts')

/** What runs the service, and who runs it. */
export const operatingSections: readonly Section[] = [
	{
		title: 'Running the service',
		rows: [
			row(
				'Every setting is described, has its variable, and secrets are not shown',
				settings('every setting says what it means, under a name and a variable of its own'),
				config('every setting of one value has a variable'),
				configCommands('what holds is shown with where it is from, and without secrets'),
			),
			row(
				'A wrong configuration is told whole before anything starts',
				configCommands('error: everything that is wrong with a configuration is told at once, as wrong use'),
				serve('error: without a configuration it is wrong use'),
			),
			row(
				'Another network: its id, its keys, its Gateway, and a trade under it',
				serve('serves a public network by its name until it is asked to end'),
				serve('error: a key that everybody has is refused there'),
				serve('error: a Gateway of another network ends it before it serves'),
				stokenet('a trade settles under another network’s id, with keys and a maker that the operator made'),
			),
			row(
				'Limits per address behind a proxy',
				proxy('behind a trusted proxy each of its clients has limits of its own, on every interface'),
				proxy('error: whoever is no trusted proxy cannot pass for others'),
			),
			row(
				'Backup and restore',
				restore('a restored database knows what it knew when it was copied, and the service goes on from there'),
			),
			row(
				'Metrics as documented',
				documents('every metric that is documented or alerted on is there, and every one that is there is documented'),
			),
		],
	},
	{
		title: 'The operator’s commands',
		rows: [
			row(
				'Exit codes',
				program('1: what was tried and did not succeed'),
				program('2: wrong use, said on stderr'),
				program('3: nobody answers, or not as an operator API does'),
				program('4: the service refuses, and its error code is shown; the key goes nowhere but into the header'),
			),
			row(
				'No key goes where it is not meant to',
				findOperator('error: the local network’s key is not taken for a service that was named'),
				findOperator('error: a key file that others may read, or that is not there'),
				commands('a key goes into a file of its own instead of the terminal when asked to, and never over another'),
			),
			row(
				'Makers and keys, from creation to revocation',
				operate('a maker is created, gets its key in a file, and makes the market with it'),
				operate('a paused maker is matched no more until it is resumed'),
				operate('a rotated key opens sessions, and the old one none any more'),
			),
			row('The story of an order', operate('the order’s whole story is told, from its judgement to the ledger')),
			row(
				'The doctor',
				doctor('what the service finds and what is seen from here is told together; something wrong is exit code 1'),
				operate('when the Gateway does not answer any more, the doctor says so and what to do'),
			),
			row(
				'The live view',
				network('on a terminal it shows the network live, and gives the terminal back at Ctrl-C'),
				liveScreen('a picture is one write, so that nobody sees half of one'),
				liveScreen('when the terminal becomes narrower, broken lines of the former picture go as well'),
			),
		],
	},
]
