import { defineConfig } from 'vite'

/** Needed for `light-dark()`, which the theme is made of; what is newer is made older by the build. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

// The workspace's own packages are read from source, so that the page needs no build of theirs.
export default defineConfig({
	root: import.meta.dirname,
	resolve: { conditions: ['accord-source', 'browser', 'import', 'module', 'default'] },
	build: {
		target: browsers,
		// The content security policy admits no inline script and no data: font.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		chunkSizeWarningLimit: 2_000,
	},
})
