import { hostEndpoints } from '@vermilion/contract/monitoring/hosts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '#lib/query.ts'
import { maxCompared } from './search.ts'

export function useHosts() {
  const { host: selected = 'server', compare = '' } = useSearch({ from: '/shell/resource' })
  const navigate = useNavigate({ from: '/resource' })
  const hosts = useQuery(read(hostEndpoints.listHosts, {}))
  const host = hosts.data?.find(({ id }) => id === selected) ?? hosts.data?.[0]
  const choose = (id: string) =>
    void navigate({ search: (now) => ({ ...now, host: id === 'server' ? undefined : id }), replace: true })
  const ids = compare.split(',')
  const compared = (hosts.data ?? []).filter(({ id, kind }) => ids.includes(id) && id !== host?.id && kind !== 'engine')
  return { hosts, host, compared: compared.slice(0, maxCompared), choose }
}
