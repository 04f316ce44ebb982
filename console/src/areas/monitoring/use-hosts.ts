import { hostEndpoints } from '@vermilion/contract/monitoring/hosts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '#lib/query.ts'

/** The hosts, and the one that charts are shown of: the server's machine unless another was chosen. */
export function useHosts() {
  const { host: selected = 'server' } = useSearch({ from: '/shell/resource' })
  const navigate = useNavigate({ from: '/resource' })
  const hosts = useQuery(read(hostEndpoints.listHosts, {}))
  const host = hosts.data?.find(({ id }) => id === selected) ?? hosts.data?.[0]
  const choose = (id: string) =>
    void navigate({ search: (now) => ({ ...now, host: id === 'server' ? undefined : id }), replace: true })
  return { hosts, host, choose }
}
