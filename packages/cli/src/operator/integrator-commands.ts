import {
	CreateIntegrator,
	Decimal,
	Integrator,
	Integrators,
	IssuedIntegrator,
	SetIntegrator,
	TradeError,
	timestampText,
} from '@accord/protocol'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { show } from '../terminal/terminal.ts'
import { agoText } from '../terminal/time-text.ts'
import { requireNewFile, showSecret } from './new-secret.ts'
import type { OperatorClient } from './operator-client.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'

const path = '/operator/integrators'

/** Integrators, one function per operation. Each throws as {@link OperatorClient} does. */
function integratorRequests(client: OperatorClient) {
	const one = (code: string) => `${path}/${encodeURIComponent(code)}`
	return {
		all: () => client.call({ method: 'GET', path, message: Integrators }),
		create: (body: CreateIntegrator) =>
			client.call({ method: 'POST', path, message: IssuedIntegrator, body: CreateIntegrator.format(body) }),
		set: (code: string, body: SetIntegrator) =>
			client.call({ method: 'PUT', path: one(code), message: Integrator, body: SetIntegrator.format(body) }),
		revoke: (code: string) => client.call({ method: 'DELETE', path: one(code), message: Integrator }),
	}
}

type CreateArguments = OperatorArguments & { account: string; share: string; out?: string }

/** `accord integrators …`: DEXes that get a share of the platform fee. */
export function addIntegratorCommands(program: Command, context: Context): void {
	const integrators = program.command('integrators').description('DEXes that get a share of the platform fee')
	const showOne = (integrator: Integrator, { json }: OperatorArguments) =>
		show(context.terminal, {
			json,
			value: Integrator.format(integrator),
			lines: paint => describe(integrator, paint),
		})

	withOperatorOptions(integrators.command('list').description('list all integrators, and what each is owed')).action(
		async (given: OperatorArguments) => {
			const found = await integratorRequests(operatorClient(given, context)).all()
			const nowMs = context.nowMs()
			const lines = (paint: Paint) => describeAll(found, { paint, nowMs })
			show(context.terminal, { json: given.json, value: Integrators.format(found), lines })
		},
	)

	withOperatorOptions(integrators.command('create').description('give out a code; its key is shown only once'))
		.argument('<code>', 'what its orders will name')
		.requiredOption('--account <address>', 'where its share goes')
		.requiredOption('--share <fraction>', 'its share of the platform fee: 0.2 or 20%')
		.option('--out <file>', 'write the key to a new file of mode 0600 instead of printing it')
		.addHelpText('after', '\nExample:\n  accord integrators create northern-dex --account account_rdx12… --share 20%')
		.action(async (code: string, given: CreateArguments) => {
			requireNewFile(given.out)
			const { account, json, out } = given
			const body = { code, account, share: readShare(given.share) }
			const issued = await integratorRequests(operatorClient(given, context)).create(body)
			const { apiKey, ...integrator } = issued
			showSecret(context.terminal, {
				what: 'API key',
				secret: apiKey,
				out,
				shown: { json, value: IssuedIntegrator.format(issued), lines: paint => describe(issued, paint) },
				withoutSecret: { json, value: Integrator.format(integrator), lines: paint => describe(integrator, paint) },
			})
		})

	withOperatorOptions(integrators.command('set').description('change the account or the share'))
		.argument('<code>', 'the integrator')
		.option('--account <address>', 'where its share goes from the next bundle on')
		.option('--share <fraction>', 'its share of the platform fee of orders accepted from now on')
		.action(async (code: string, given: OperatorArguments & { account?: string; share?: string }) => {
			const { account, share } = given
			if (account === undefined && share === undefined) throw new UsageError('give --account, --share or both')
			const body = {
				...(account === undefined ? {} : { account }),
				...(share === undefined ? {} : { share: readShare(share) }),
			}
			showOne(await integratorRequests(operatorClient(given, context)).set(code, body), given)
		})

	withOperatorOptions(integrators.command('revoke').description('refuse the code from now on; its report stays'))
		.argument('<code>', 'the integrator')
		.action(async (code: string, given: OperatorArguments) =>
			showOne(await integratorRequests(operatorClient(given, context)).revoke(code), given),
		)
}

const hundred = Decimal.fromInteger(100)

/** "20%" is 0.2, and so is "0.2". */
function readShare(text: string): Decimal {
	const percentage = /^(.*?)\s*%$/.exec(text)?.[1]
	try {
		return percentage === undefined ? Decimal.parse(text) : Decimal.divDown(Decimal.parse(percentage), hundred)
	} catch (error) {
		if (error instanceof TradeError)
			throw new UsageError(`--share must be a fraction such as 0.2 or 20%, not '${text}'`)
		throw error
	}
}

function describeAll(
	integrators: readonly Integrator[],
	{ paint, nowMs }: { readonly paint: Paint; readonly nowMs: number },
): string[] {
	if (integrators.length === 0) return ['no integrators yet: accord integrators create CODE']
	const titles = ['CODE', 'SHARE', 'STATE', 'PAID', 'OWED', 'CREATED']
	const rows = integrators.map(integrator => [
		integrator.code,
		Decimal.format(integrator.share),
		stateText(integrator, paint),
		amounts(integrator, 'paid'),
		amounts(integrator, 'owed'),
		agoText(integrator.createdAtMs, nowMs),
	])
	return formatTable(titles, rows, paint)
}

function describe(integrator: Integrator & { readonly apiKey?: string }, paint: Paint): string[] {
	const { code, account, share, createdAtMs, revokedAtMs, keyPrefix, apiKey } = integrator
	return formatFacts(
		[
			['integrator', paint.bold(code)],
			['state', stateText(integrator, paint)],
			['share', `${Decimal.format(share)} of the platform fee`],
			['account', account],
			['earned', amounts(integrator, 'earned')],
			['paid', amounts(integrator, 'paid')],
			['owed', amounts(integrator, 'owed')],
			['created', timestampText(createdAtMs)],
			['revoked', revokedAtMs === undefined ? undefined : timestampText(revokedAtMs)],
			['key', `${keyPrefix}…`],
			['API key', apiKey === undefined ? undefined : paint.bold(apiKey)],
		],
		paint,
	)
}

function amounts({ balances }: Integrator, of: 'earned' | 'paid' | 'owed'): string {
	const shown = balances.filter(balance => !Decimal.isZero(balance[of]))
	return shown.map(balance => `${Decimal.format(balance[of])} ${balance.symbol}`).join(', ') || 'nothing'
}

function stateText({ state }: Integrator, paint: Paint): string {
	return state === 'valid' ? paint.green(state) : paint.dim(state)
}
