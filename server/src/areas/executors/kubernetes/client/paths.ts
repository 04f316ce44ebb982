export function pathsIn(namespace: string) {
  const core = `/api/v1/namespaces/${namespace}`
  return {
    jobs: `/apis/batch/v1/namespaces/${namespace}/jobs`,
    job: (name: string) => `/apis/batch/v1/namespaces/${namespace}/jobs/${name}`,
    pods: `${core}/pods`,
    pod: (name: string) => `${core}/pods/${name}`,
    log: (name: string) => `${core}/pods/${name}/log`,
    exec: (name: string) => `${core}/pods/${name}/exec`,
    events: `${core}/events`,
    quotas: `${core}/resourcequotas`,
    nodes: '/api/v1/nodes',
    everyPod: '/api/v1/pods',
    version: '/version',
  } as const
}
