export * from './maker-api.ts'
export * from './maker-client.ts'
