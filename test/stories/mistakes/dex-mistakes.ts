import { participant } from '../../network/participant.ts'
import type { TestNetwork } from '../../network/test-network.ts'
import { js, type Mistakes, refusalOf } from './mistake.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const sell = { symbol: 'XRD', amount: '100' }
const buy = { symbol: 'xUSDC', amount: '5' }
const fee = { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' }
const manifest = 'YIELD_TO_PARENT;'

/** A DEX that asks for quotes, reads the market and composes orders, over REST. */
export function dexMistakes(network: TestNetwork): Mistakes {
	const [user] = network.users
	const account = user?.account ?? ''
	const quote = (body: object) => refusalOf(network, '/trade/quote', { body: { pair, sell, ...body } })
	const compose = (body: object) =>
		refusalOf(network, '/construction/compose', { body: { type: 'LimitOrder', account, sell, buy, fee, ...body } })
	const create = (body: object) => refusalOf(network, '/construction/create_subintent', { body: { manifest, ...body } })
	const get = (path: string, headers: Record<string, string> = {}) => refusalOf(network, path, { headers })
	const raw = (body: string, headers: Record<string, string> = {}) =>
		refusalOf(network, '/trade/quote', { body, headers })
	const nowS = () => Math.floor(network.clock.nowMs() / 1000)
	const resource = network.tokens.get('xUSDC')?.resourceAddress ?? ''
	const mainnet = participant('user-1', 'Ed25519', 1).account
	return {
		'an amount as a number': [
			() => quote({ sell: { symbol: 'XRD', amount: 100 } }),
			'422 validation_failed: Invalid parameters: /sell/amount, expected a decimal in quotes, such as "1.5", with at most 18 decimal places and no exponent, found the number 100',
		],
		'an amount with an exponent': [
			() => quote({ sell: { symbol: 'XRD', amount: '1e3' } }),
			'422 invalid_decimal: Not a decimal: /sell/amount, expected a decimal in quotes, such as "1.5", with at most 18 decimal places and no exponent, found "1e3"',
		],
		'an amount with separators': [
			() => quote({ sell: { symbol: 'XRD', amount: '1,000.5' } }),
			'422 invalid_decimal: Not a decimal: /sell/amount, expected a decimal in quotes, such as "1.5", with at most 18 decimal places and no exponent, found "1,000.5"',
		],
		'an amount with its token': [
			() => quote({ sell: '100 XRD' }),
			'422 validation_failed: Invalid parameters: /sell, expected an object {symbol, amount}, found "100 XRD"',
		],
		'an amount below zero': [
			() => quote({ sell: { symbol: 'XRD', amount: '-5' } }),
			'422 invalid_amount: an amount must be more than 0, with at most 18 decimal places, not -5',
		],
		'an amount of zero': [
			() => quote({ sell: { symbol: 'XRD', amount: '0' } }),
			'422 invalid_amount: an amount must be more than 0, with at most 18 decimal places, not 0',
		],
		'more digits than the token has': [
			() => quote({ sell: { symbol: 'xUSDC', amount: '1.1234567' } }),
			'422 invalid_amount: an amount must be more than 0, with at most 6 decimal places, not 1.1234567',
		],
		'more digits than any token has': [
			() => quote({ sell: { symbol: 'XRD', amount: '1.0000000000000000001' } }),
			'422 invalid_decimal: Not a decimal: /sell/amount, expected a decimal in quotes, such as "1.5", with at most 18 decimal places and no exponent, found "1.0000000000000000001"',
		],
		'an unknown token': [
			() => quote({ pair: { base: 'DOGE', quote: 'xUSDC' } }),
			'422 unknown_token: DOGE is not a traded token: GET /trade/tokens lists them',
		],
		'a symbol in other letters': [
			() => quote({ pair: { base: 'xrd', quote: 'xUSDC' } }),
			'422 unknown_token: xrd is not a traded token: did you mean XRD?',
		],
		'base and quote swapped': [
			() => quote({ pair: { base: 'xUSDC', quote: 'XRD' } }),
			'422 unknown_pair: xUSDC/XRD is not a traded pair: XRD/xUSDC is, with base XRD and quote xUSDC',
		],
		'a pair as one text': [
			() => quote({ pair: 'XRD/xUSDC' }),
			'422 validation_failed: Invalid parameters: /pair, expected an object {base, quote}, found "XRD/xUSDC"',
		],
		'a token that is not of the pair': [
			() => quote({ sell: { symbol: 'xETH', amount: '1' } }),
			'422 unknown_token: xETH is not a token of the pair XRD/xUSDC',
		],
		'no pair': [
			() => quote({ pair: undefined }),
			'422 validation_failed: Invalid parameters: /pair, expected an object {base, quote}, found nothing',
		],
		'both sides exact': [
			() => quote({ buy }),
			'422 validation_failed: Invalid parameters: expected exactly one of sell and buy, found an object {pair, sell, buy}',
		],
		'no side': [
			() => quote({ sell: undefined }),
			'422 validation_failed: Invalid parameters: expected exactly one of sell and buy, found an object {pair}',
		],
		'slippage with a comma': [
			() => quote({ slippage: '0,5%' }),
			'422 invalid_decimal: Not a decimal: /slippage, expected a fraction such as "0.005", or a percentage such as "0.5%", found "0,5%"',
		],
		'slippage as a number': [
			() => quote({ slippage: 0.005 }),
			'422 validation_failed: Invalid parameters: /slippage, expected a fraction such as "0.005", or a percentage such as "0.5%", found the number 0.005',
		],
		'too much slippage': [
			() => quote({ slippage: '0.9' }),
			'422 validation_failed: Invalid parameters: /slippage, expected a fraction from 0 to 0.5, such as 0.005 for 0.5 %, found 0.9',
		],
		'an account of another network': [
			() => quote({ account: mainnet }),
			'422 wrong_network: Wrong network: /account, expected network 242, found network 1',
		],
		'a resource in place of the account': [
			() => quote({ account: resource }),
			'422 invalid_address: Not an address of the expected kind: /account, expected the address of an account (account_…), found resource_sim1thrfycmzxm5ks2yndq90md39usqsnzg7w8769vddwx6h3exuvkld35',
		],
		'an account with a letter too few': [
			() => quote({ account: account.slice(0, -1) }),
			'422 invalid_address: Not an address of the expected kind: /account, expected the address of an account with no letter wrong or missing, found account_sim129s0np5uzsyv8qelmndrmp3pqhsx9x666ptpvk00tgvvjgfeuyt06',
		],
		'an account’s name': [
			() => quote({ account: 'user 1' }),
			'422 invalid_address: Not an address of the expected kind: /account, expected a Bech32m address, such as account_…, found "user 1"',
		],
		'a misspelled field': [
			() => quote({ slipage: '0.005' }),
			'422 unknown_field: Unknown field: /slipage, expected one of pair, sell, buy, account, slippage',
		],
		'an array': [
			() => refusalOf(network, '/trade/quote', { body: [] }),
			'422 validation_failed: Invalid parameters: expected an object {pair}, found an empty array',
		],
		'a text': [
			() => refusalOf(network, '/trade/quote', { body: '"100 XRD"' }),
			'422 validation_failed: Invalid parameters: expected an object {pair}, found "100 XRD"',
		],
		'an empty body': [() => raw(''), '400 malformed_json: the body is empty: expected a JSON object'],
		'no body and no content type': [
			() => refusalOf(network, '/trade/quote', { method: 'POST' }),
			'422 validation_failed: Invalid parameters: expected an object {pair}, found null',
		],
		'JSON with single quotes': [
			() => raw("{'pair': 1}"),
			'400 malformed_json: the body is not valid JSON: expected an object, with names and texts in double quotes',
		],
		'a form': [
			() => raw('base=XRD', { 'content-type': 'application/x-www-form-urlencoded' }),
			'415 unsupported_media_type: expected a body with the header content-type: application/json',
		],
		'a path that does not exist': [
			() => get('/trade/order'),
			'404 not_found: there is nothing at /trade/order: GET /docs lists all paths',
		],
		'GET in place of POST': [
			() => get('/trade/quote'),
			'405 method_not_allowed: expected POST for this path, found GET',
		],
		'a book of half a pair': [
			() => get('/trade/order_book?base=XRD'),
			'422 validation_failed: Invalid parameters: /quote, expected a token symbol, such as "XRD", found nothing',
		],
		'a book of base and quote swapped': [
			() => get('/trade/order_book?base=xUSDC&quote=XRD'),
			'422 unknown_pair: xUSDC/XRD is not a traded pair: XRD/xUSDC is, with base XRD and quote xUSDC',
		],
		'a depth of zero': [
			() => get('/trade/order_book?base=XRD&quote=xUSDC&depth=0'),
			'422 validation_failed: Invalid parameters: /depth, expected a whole number from 1 to 50, found "0"',
		],
		'a depth in words': [
			() => get('/trade/order_book?base=XRD&quote=xUSDC&depth=ten'),
			'422 validation_failed: Invalid parameters: /depth, expected a whole number from 1 to 50, found "ten"',
		],
		'a parameter twice': [
			() => get('/trade/order_book?base=XRD&base=xUSDC&quote=xUSDC'),
			'422 validation_failed: Invalid parameters: /base, expected a token symbol, such as "XRD", found an array of 2',
		],
		'a misspelled parameter': [
			() => get('/trade/candles?base=XRD&quote=xUSDC&intervall=1m'),
			'422 validation_failed: Invalid parameters: /interval, expected one of "1m", "5m", "15m", "1h", "4h", "1d", found nothing',
		],
		'an interval in words': [
			() => get('/trade/candles?base=XRD&quote=xUSDC&interval=hour'),
			'422 validation_failed: Invalid parameters: /interval, expected one of "1m", "5m", "15m", "1h", "4h", "1d", found "hour"',
		],
		'candles before a date': [
			() => get('/trade/candles?base=XRD&quote=xUSDC&interval=1m&before=2026-01-01'),
			'422 validation_failed: Invalid parameters: /before, expected a whole number, 0 or more, found "2026-01-01"',
		],
		'more trades than a page has': [
			() => get('/trade/trades?limit=1000'),
			'422 validation_failed: Invalid parameters: /limit, expected a whole number from 1 to 500, found "1000"',
		],
		'trades before a made-up place': [
			() => get('/trade/trades?before=yesterday'),
			'422 validation_failed: Invalid parameters: /before, expected the next of the previous page, found yesterday',
		],
		'an order by its hash': [
			() => get(`/trade/orders/${'4d'.repeat(32)}`),
			'404 unknown_order: expected the subintent id of an order (subtxid_…), found "4d4d4d4d4d4d4d4d…" of 64 characters',
		],
		'an order by its transaction': [
			() => get('/trade/orders/txid_sim1qqqq'),
			'404 unknown_order: expected the subintent id of an order (subtxid_…), found "txid_sim1qqqq"',
		],
		'a wait of a minute': [
			() => get(`/trade/orders/subtxid_sim1qqqq?wait=60`),
			'422 validation_failed: Invalid parameters: /wait, expected a whole number from 0 to 30, found "60"',
		],
		'orders of an account that is none': [
			() => get('/trade/account_addresses/me/orders'),
			'422 invalid_address: Not an address of the expected kind: /address, expected the address of an account (account_…), found me',
		],
		'the level of an account of another network': [
			() => get(`/trade/account_addresses/${mainnet}`),
			'422 wrong_network: Wrong network: /address, expected network 242, found network 1',
		],
		'orders by one id': [
			() => refusalOf(network, '/trade/orders/status', { body: { subintent_ids: 'subtxid_1' } }),
			'422 validation_failed: Invalid parameters: /subintent_ids, expected an array, found "subtxid_1"',
		],
		'events after a text': [
			() => get('/trade/orders/subtxid_sim1qqqq/events', { 'last-event-id': 'abc' }),
			'422 validation_failed: Invalid parameters: /last-event-id, expected a whole number, 0 or more, found "abc"',
		],
		'maker’s orders without a key': [
			() => get('/maker/orders'),
			'401 unauthorized: expected an API key in the header SERVICE-API-KEY, found none',
		],
		'a key as a bearer token': [
			() => get('/maker/orders', { authorization: 'Bearer my-key' }),
			'401 unauthorized: expected an API key in the header SERVICE-API-KEY, found the header Authorization',
		],
		'a wrong key': [
			() => get('/maker/orders', { 'service-api-key': 'my-key' }),
			'401 unauthorized: the API key is unknown or revoked: ask the operator for a valid one',
		],
		'a state that does not exist': [
			() => get('/maker/orders?state=open&limit=0', { 'service-api-key': network.makers[0]?.apiKey ?? '' }),
			'422 validation_failed: Invalid parameters: /state, expected one of "asked", "filled", "rejected", "timed_out", found "open"',
		],
		'an order without fees': [
			() => compose({ fee: undefined }),
			'422 validation_failed: Invalid parameters: /fee, expected an object {symbol, anthic_amount, settlement_amount}, found nothing',
		],
		'the fee of the API’s first version': [
			() => compose({ fee: { symbol: 'XRD', platform_amount: '0.1' } }),
			'422 unknown_field: Unknown field: /fee/platform_amount, expected one of symbol, anthic_amount, settlement_amount',
		],
		'a fee in the token bought': [
			() => compose({ fee: { ...fee, symbol: 'xUSDC' } }),
			'422 fee_token: Wrong fee token: /fee/symbol, expected XRD, found xUSDC',
		],
		'another type of order': [
			() => compose({ type: 'limit' }),
			'422 validation_failed: Invalid parameters: /type, expected "LimitOrder", found "limit"',
		],
		'no type': [
			() => compose({ type: undefined }),
			'422 validation_failed: Invalid parameters: /type, expected "LimitOrder", found nothing',
		],
		'a fill without its order': [
			() => compose({ role: 'maker' }),
			'422 validation_failed: Invalid parameters: /order_id, expected the role maker and an order_id, or neither, found nothing',
		],
		'a fill with terms': [
			() => compose({ role: 'maker', order_id: '5f0c6f3c' }),
			'422 validation_failed: Invalid parameters: /sell, expected nothing: the order decides it, found an object {symbol, amount}',
		],
		'two tokens that are not traded for each other': [
			() => compose({ buy: { symbol: 'xETH', amount: '1' } }),
			'422 unknown_pair: Unknown pair: /buy/symbol, expected a pair of GET /trade/token_pairs, found XRD for xETH',
		],
		'an expiry of 5 seconds since 1970': [
			() => create({ expires_at: 45 }),
			'422 invalid_expiry: Expiry not allowed: /expires_at, expected a time from <seconds> to <seconds>, in seconds since 1970, found 45, which is in 1970: add it to the time of now if it is meant from now',
		],
		'an expiry in milliseconds': [
			() => create({ expires_at: nowS() * 1000 }),
			'422 invalid_expiry: Expiry not allowed: /expires_at, expected a time from <seconds> to <seconds>, in seconds since 1970, found <milliseconds>, which is in milliseconds: divide it by 1000',
		],
		'an expiry in the past': [
			() => create({ expires_at: nowS() - 60 }),
			'422 invalid_expiry: Expiry not allowed: /expires_at, expected a time from <seconds> to <seconds>, in seconds since 1970, found <seconds>, <n> s too early',
		],
		'an expiry as text': [
			() => create({ expires_at: String(nowS()) }),
			'422 validation_failed: Invalid parameters: /expires_at, expected a number without quotes, found "<seconds>"',
		],
		'an expiry in ten minutes': [
			() => create({ expires_in_seconds: 600 }),
			'422 invalid_expiry: Expiry not allowed: /expires_in_seconds, expected 15 to 60 seconds, found 600',
		],
		'an expiry in half a second': [
			() => create({ expires_in_seconds: 0.5 }),
			'422 validation_failed: Invalid parameters: /expires_in_seconds, expected a whole number, found the number 0.5',
		],
		'both expiries': [
			() => create({ expires_in_seconds: 30, expires_at: nowS() + 30 }),
			'422 validation_failed: Invalid parameters: /expires_at, expected only one of expires_in_seconds and expires_at, found the number <seconds>',
		],
		'a discriminator as a number': [
			() => create({ intent_discriminator: 7 }),
			'422 validation_failed: Invalid parameters: /intent_discriminator, expected text in quotes, found the number 7',
		],
		'a manifest without a semicolon': [
			() => create({ manifest: 'YIELD_TO_PARENT' }),
			'422 invalid_manifest: unexpected end of file\n  |\n1 | YIELD_TO_PARENT\n  |                ^ unexpected end of file\n  |',
		],
		'a manifest with a misspelled instruction': [
			() => create({ manifest: 'YIELD_TO_PARENTS;' }),
			"422 invalid_manifest: expected an instruction, found 'YIELD_TO_PARENTS'\n  |\n1 | YIELD_TO_PARENTS;\n  | ^^^^^^^^^^^^^^^^ expected an instruction\n  |",
		],
		'no manifest': [
			() => create({ manifest: undefined }),
			'422 validation_failed: Invalid parameters: /manifest, expected text in quotes, found nothing',
		],
		'a role that does not exist': [
			() => create({ role: 'user' }),
			'422 validation_failed: Invalid parameters: /role, expected one of "taker", "maker", found "user"',
		],
		'a text where a number is expected': [
			() => create({ expires_in_seconds: js('45') }),
			'422 validation_failed: Invalid parameters: /expires_in_seconds, expected a number without quotes, found "45"',
		],
	}
}
