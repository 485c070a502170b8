import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

/** The oldest browsers with `light-dark()`, which the theme needs; the build lowers newer syntax for them. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

// The workspace's own packages are read from source, so they need no build.
export default defineConfig({
	root: import.meta.dirname,
	plugins: [compressed()],
	resolve: { conditions: ['accord-source', 'browser', 'import', 'module', 'default'] },
	build: {
		target: browsers,
		emptyOutDir: true,
		// The content security policy allows no inline scripts.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		chunkSizeWarningLimit: 2_000,
	},
})

/** Writes compressed copies of the files, which the service sends to browsers that accept them. */
function compressed(): Plugin {
	return {
		name: 'compressed',
		writeBundle({ dir }) {
			if (dir === undefined) return
			for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
				if (!/\.(js|css|html|svg|wasm)$/.test(name)) continue
				const file = join(dir, name)
				const content = readFileSync(file)
				writeFileSync(`${file}.br`, brotliCompressSync(content))
				writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
			}
		},
	}
}
