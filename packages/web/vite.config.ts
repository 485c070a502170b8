import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

/** Needed for `light-dark()`, which the theme is made of; what is newer is made older by the build. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

// The workspace's own packages are read from source, so that the page needs no build of theirs.
export default defineConfig({
	root: import.meta.dirname,
	plugins: [compressed()],
	resolve: { conditions: ['accord-source', 'browser', 'import', 'module', 'default'] },
	build: {
		target: browsers,
		emptyOutDir: true,
		// The content security policy admits no inline script.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		chunkSizeWarningLimit: 2_000,
	},
})

/** Lays the twins beside the files that the service sends to browsers which take them. */
function compressed(): Plugin {
	return {
		name: 'compressed',
		writeBundle({ dir }) {
			if (dir === undefined) return
			for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
				if (!/\.(js|css|html|svg)$/.test(name)) continue
				const file = join(dir, name)
				const content = readFileSync(file)
				writeFileSync(`${file}.br`, brotliCompressSync(content))
				writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
			}
		},
	}
}
