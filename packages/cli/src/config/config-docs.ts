import { knownNetworks, type Setting, settingList, settingName } from '@accord/service'

/** The reference of all settings as a page, made from the schema that checks them. */
export function configDocs(): string {
	const networks = Object.entries(knownNetworks).map(
		([name, { networkId, gatewayUrl }]) => `| \`${name}\` | ${networkId} | ${gatewayUrl} |`,
	)
	return [preface, ...networks, '', '## Settings', '', settingsHead, ...settingList().map(row), ''].join('\n')
}

function row(setting: Setting): string {
	const variable = setting.variable === undefined ? '' : `\`${setting.variable}\``
	const meaning = setting.meaning.replaceAll('|', '\\|')
	return `| \`${settingName(setting).replaceAll('.*', '[]')}\` | ${variable} | ${setting.type} | ${defaultOf(setting)} | ${meaning} |`
}

function defaultOf({ default: value, isRequired }: Setting): string {
	if (value === undefined) return isRequired ? '**needed**' : ''
	return `\`${JSON.stringify(value)}\``
}

const preface = `<!-- Generated from packages/service/src/config by \`npm run generate\`: change the schema there, not this page. -->

# Configuration of the service

One JSON file, which may hold comments (\`// …\`), named by \`accord serve --config FILE\` or \`ACCORD_CONFIG\`. What the
environment sets stands above the file; the file stands above the defaults. \`accord config check FILE\` says what is
wrong with one, \`accord config show FILE\` what holds in the end and from where, without secrets. A setting that does not
exist is an error, wherever it stands. Examples: [stokenet](../deploy/config/stokenet.jsonc),
[mainnet](../deploy/config/mainnet.jsonc).

- Lists in the environment: entries with a comma between. What has no variable stands in the file only.
- Files that hold a key must be readable for their owner alone (\`chmod 600\`); others are refused. A key is best kept in a
  file of its own (\`service_key.file\`), so that the configuration can be read by everybody.
- Amounts, prices and fees are decimals in quotes: \`"0.001"\`.

## Networks

\`accord serve --network NAME\` sets \`network_id\` and \`gateway_url\`, the latter only where neither file nor environment
does, and refuses a configuration of another network. The public Gateways are the Radix Foundation's: limited in rate
and without any promise; a service that trades should have one of its own. Play keys, \`/local/*\` and given API keys exist
on the simulator only.

| Name | \`network_id\` | \`gateway_url\` |
|---|---|---|`

const settingsHead = `\`[]\` stands for each entry of a list.

| Setting | Environment | Type | Default | Meaning |
|---|---|---|---|---|`
