import { knownNetworks, type Setting, settingList, settingName } from '@accord/service'

/** The reference page of all settings, generated from the schema that validates them. */
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

- Lists in the environment are separated by commas. Settings without a variable can only be set in the file.
- Files that hold a key must be readable by their owner only (\`chmod 600\`); others are refused. Keep each key in a file of
  its own (\`service_key.file\`), so that the configuration itself can be readable by everyone.
- Amounts, prices and fees are decimals in quotes: \`"0.001"\`.
- \`tokens\`, \`pairs\`, \`routes\`, \`levels\`, \`settlement\` and the service’s keys count until others are [applied](operate/run.md#change-fees-prices-tokens-pairs-or-the-services-key).

## Networks

\`accord serve --network NAME\` sets \`network_id\`, and \`gateway_url\` unless the file or the environment sets it. It refuses a
configuration of another network. The public Gateways belong to the Radix Foundation: they are rate-limited and come without
guarantees, so a service that trades should run its own. Play keys, \`/local/*\` and configured API keys exist on the
simulator only.

| Name | \`network_id\` | \`gateway_url\` |
|---|---|---|`

const settingsHead = `\`[]\` stands for each entry of a list.

| Setting | Environment | Type | Default | Meaning |
|---|---|---|---|---|`
