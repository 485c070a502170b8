import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingList, settingName } from './setting-list.ts'

const settings = settingList()

// shows decision 35: Every setting is described and has a variable, and secrets are not shown
test('every setting has a meaning, a unique name and a unique variable', () => {
	const names = settings.map(settingName)
	const variables = settings.flatMap(({ variable }) => variable ?? [])
	assert.equal(new Set(names).size, names.length)
	assert.equal(new Set(variables).size, variables.length)
	for (const setting of settings) assert.notEqual(setting.meaning, '', settingName(setting))
})

test('keys and passwords are secrets', () => {
	const secrets = settings.filter(({ isSecret }) => isSecret).map(settingName)
	for (const name of ['service_key.private_key_hex', 'database.url', 'makers.*.api_key'])
		assert.ok(secrets.includes(name))
})

test('a setting is listed with its variable, type, bounds and default', () => {
	const { meaning: _, ...port } = settings.find(setting => settingName(setting) === 'port') ?? {}
	assert.deepEqual(port, {
		path: ['port'],
		variable: 'ACCORD_SERVICE_PORT',
		type: 'whole number from 0 to 65535',
		default: 8480,
		isRequired: false,
		isSecret: false,
	})
})
