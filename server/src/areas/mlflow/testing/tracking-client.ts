export interface Environment {
  MLFLOW_TRACKING_URI: string
  MLFLOW_TRACKING_TOKEN: string
  MLFLOW_RUN_ID: string
}

interface Answered {
  status: number
  error_code?: string
  experiment?: { experiment_id: string }
  run?: object
  metrics?: object[]
  next_page_token?: string
  files?: object[]
  runs?: object[]
  model?: object
  registered_model?: object
  registered_models?: object[]
  model_version?: object
  model_versions?: object[]
  artifact_uri?: string
  message?: string
}

export function clientOf({ MLFLOW_TRACKING_URI: uri, MLFLOW_TRACKING_TOKEN: token }: Environment, basic = false) {
  const authorization = basic ? `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}` : `Bearer ${token}`
  const headers = { 'user-agent': 'mlflow-python-client/3.1.0', authorization }
  const respond = async (response: Response): Promise<Answered> => ({
    ...((await response.json()) as object),
    status: response.status,
  })
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object) => {
    const json = { ...headers, 'content-type': 'application/json' }
    return respond(await fetch(`${uri}/api/2.0/mlflow/${path}`, { method, headers: json, body: JSON.stringify(body) }))
  }
  return {
    async get(path: string, query: Record<string, string>) {
      return respond(await fetch(`${uri}/api/2.0/mlflow/${path}?${new URLSearchParams(query)}`, { headers }))
    },
    post: (path: string, body: object) => send('POST', path, body),
    patch: (path: string, body: object) => send('PATCH', path, body),
    delete: (path: string, body: object) => send('DELETE', path, body),
    async put(path: string, body: string) {
      return respond(await fetch(`${uri}/api/2.0/mlflow-artifacts/artifacts/${path}`, { method: 'PUT', headers, body }))
    },
  }
}
