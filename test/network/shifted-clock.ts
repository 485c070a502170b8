// Loaded by a node before anything else: sets the machine's clock off by ACCORD_TEST_CLOCK_OFF_S seconds.
const now = Date.now.bind(Date)
const offMs = Number(process.env.ACCORD_TEST_CLOCK_OFF_S) * 1000
Date.now = () => now() + offMs
