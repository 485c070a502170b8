import { knownNetworks, type Setting, settingList, settingName } from '@accord/service'

/** The reference page of all settings, generated from the schema that validates them. */
export function configDocs(): string {
	const networks = Object.entries(knownNetworks).map(
		([name, { networkId, gatewayUrl }]) => `| \`${name}\` | ${networkId} | ${gatewayUrl} |`,
	)
	const settings = settingList()
	const head = `${settingsHead} ${otherVariables(settings)}\n\n${columns}`
	return [preface, ...networks, '', '## Settings', '', head, ...settings.map(row), ''].join('\n')
}

function row(setting: Setting): string {
	const meaning = setting.meaning.replaceAll('|', '\\|')
	const type = setting.type
		.replace('whole number', 'integer')
		.replace(/from (\d+) to /, '$1–')
		.replace('above', '>')
	return `| \`${settingName(setting).replaceAll('.*', '[]')}\` | ${type} | ${defaultOf(setting)} | ${meaning} |`
}

/** The environment variables that are not named after their settings. */
function otherVariables(settings: readonly Setting[]): string {
	const others = settings.filter(setting => {
		const { variable } = setting
		return variable !== undefined && variable !== `ACCORD_${settingName(setting).toUpperCase().replaceAll('.', '_')}`
	})
	return `Others are ${others.map(setting => `\`${setting.variable}\` (\`${settingName(setting)}\`)`).join(', ')}.`
}

function defaultOf({ default: value, isRequired }: Setting): string {
	if (value === undefined) return isRequired ? '**required**' : ''
	return `\`${JSON.stringify(value)}\``
}

const preface = `<!-- Generated from packages/service/src/config by \`npm run generate\`: change the schema there, not this page. -->

# Configuration of the service

The configuration is one JSON file, which may contain comments (\`// …\`), named by \`accord serve --config FILE\` or
\`ACCORD_CONFIG\`. Environment variables override the file; the file overrides the defaults. \`accord config check FILE\`
lists every error in a file, and \`accord config show FILE\` prints the effective settings and where each comes from,
without secrets. An unknown setting is an error. Examples: [stokenet](../deploy/config/stokenet.jsonc),
[mainnet](../deploy/config/mainnet.jsonc).

- Keep each key, token and password in a file of its own (\`service_key.file\`), so that the configuration itself can be readable
  by everyone. Such a file has mode 0600, or 0440 with the process’s group; others are refused. Relative paths start at the
  configuration file.
- Limits count at each node, unless their meaning says: over all nodes.
- Amounts, prices and fees are decimals in quotes: \`"0.001"\`.
- \`tokens\`, \`pairs\`, \`routes\`, \`levels\`, \`settlement\` and the service’s keys count until others are [applied](operate/run.md#change-fees-prices-tokens-pairs-or-the-services-key).

## Networks

\`accord serve --network NAME\` sets \`network_id\`, and \`gateway_url\` unless the file or the environment sets it. It refuses a
configuration of another network. The public Gateways belong to the Radix Foundation: they are rate-limited and come without
guarantees, so a service that trades should run its own. Play keys, \`/local/*\` and configured API keys exist on the
simulator only.

| Name | \`network_id\` | \`gateway_url\` |
|---|---|---|`

const settingsHead = `\`[]\` stands for each entry of a list. The environment variable of a setting is \`ACCORD_\` and its name in capitals, with \`_\`
for each point: \`ACCORD_DATABASE_URL\`. Tables and lists of tables have none; other lists are separated by commas there.`

const columns = `| Setting | Type | Default | Meaning |
|---|---|---|---|`
