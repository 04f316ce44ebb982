// The health check of an image: ends with 0 while the server answers, also where its database or its bucket are away.
const { VERMILION_PORT: port = '7860', VERMILION_BASE_PATH: base = '' } = process.env
const response = await fetch(`http://127.0.0.1:${port}${base.replace(/\/$/, '')}/api/v1/health/live`)
process.exitCode = response.ok ? 0 : 1
