import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileArtifactNow } from './door/artifact-file.ts'
import { webAssembly } from './door/web-assembly.ts'

test('the artifact imports nothing', () => {
	assert.deepEqual(webAssembly.Module.imports(compileArtifactNow()), [])
})
