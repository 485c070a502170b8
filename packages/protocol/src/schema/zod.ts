// `#schema` outside browsers: all of Zod.
export * from 'zod'
