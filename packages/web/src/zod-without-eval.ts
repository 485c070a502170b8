// The content security policy forbids eval. Zod would try it once, and the browser would report a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
