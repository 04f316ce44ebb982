import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { TestFailed } from './test-failed.ts'

type Subnet = readonly [network: string, bits: number]

function listOf(ipv4: readonly Subnet[], ipv6: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [network, bits] of ipv4) list.addSubnet(network, bits, 'ipv4')
  for (const [network, bits] of ipv6) list.addSubnet(network, bits, 'ipv6')
  return list
}

/** Metadata endpoints of cloud providers, which hand out a machine's credentials. */
const metadata = listOf(
  [
    ['169.254.0.0', 16],
    ['100.100.100.200', 32],
    ['168.63.129.16', 32],
    ['192.0.0.192', 32],
  ],
  [
    ['fe80::', 10],
    ['fd00:ec2::', 32],
    ['fd20:ce::254', 128],
  ],
)

/** Networks that are not public, or that address no single machine. */
const internal = listOf(
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  // IPv6 outside global unicast: documentation, and embedded IPv4 addresses by Teredo or 6to4.
  [
    ['2001::', 32],
    ['2001:db8::', 32],
    ['2002::', 16],
  ],
)
const everybodys = listOf([], [['2000::', 3]])

/** True for a cloud's metadata address in any notation; false for names. */
export function isMetadata(address: string): boolean {
  const bare = bareAddress(address)
  const version = isIP(bare)
  if (version === 0) return false
  if (version === 4) return metadata.check(bare, 'ipv4')
  return metadata.check(bare, 'ipv6') || innerAddresses(bare).some((inner) => metadata.check(inner, 'ipv4'))
}

/** True for an address of this machine or of a private network; false for names. */
export function isInternal(address: string): boolean {
  const bare = bareAddress(address)
  const version = isIP(bare)
  if (version === 0) return false
  if (version === 4) return internal.check(bare, 'ipv4')
  const translated = /^(?:::ffff:|64:ff9b::)(?:[\da-f]{1,4}:)?(?:[\da-f]{1,4})?$/.test(canonical(bare))
    ? innerAddresses(bare)[0]
    : undefined
  if (translated !== undefined) return internal.check(translated, 'ipv4')
  return !everybodys.check(bare, 'ipv6') || internal.check(bare, 'ipv6')
}

const bareAddress = (address: string) => address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
const canonical = (address: string) => URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? ''

/** Embeddings of IPv4 in IPv6: the prefix in groups of 16 bits, and the group where the address begins. */
const embeddings: readonly { prefix: RegExp; at: number; isInverted?: boolean }[] = [
  // Compatible (::/96), mapped (::ffff:0:0/96), and statelessly translated (::ffff:0:0:0/96).
  { prefix: /^(?:0:){6}/, at: 6 },
  { prefix: /^(?:0:){5}ffff:/, at: 6 },
  { prefix: /^(?:0:){4}ffff:0:/, at: 6 },
  // NAT64: the well-known prefix and local ones, of 96 or 48 bits.
  { prefix: /^64:ff9b:/, at: 6 },
  // 6to4; and Teredo: the server, and the client with inverted bits.
  { prefix: /^2002:/, at: 1 },
  { prefix: /^2001:0:/, at: 2 },
  { prefix: /^2001:0:/, at: 6, isInverted: true },
  // ISATAP, in any network.
  { prefix: /^(?:[\da-f]+:){4}(?:0|200):5efe:/, at: 6 },
]

function innerAddresses(address: string): string[] {
  const groups = groupsOf(canonical(address))
  const text = `${groups.map((group) => group.toString(16)).join(':')}:`
  const matches = embeddings.flatMap(({ prefix, at, isInverted }) => {
    if (!prefix.test(text)) return []
    const pair = groups.slice(at, at + 2).map((group) => (isInverted === true ? group ^ 0xffff : group))
    return [pair.flatMap((group) => [group >> 8, group & 255]).join('.')]
  })
  // RFC 6052: with a 48-bit prefix the address skips the ninth byte.
  const [high = 0, , , middle = 0, low = 0, last = 0] = groups
  if (high === 0x64 && groups[1] === 0xff9b) matches.push([middle >> 8, middle & 255, low & 255, last >> 8].join('.'))
  return matches
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const numbers = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16))
  const [first, rest] = [numbers(head), numbers(tail ?? '')]
  return [...first, ...Array<number>(Math.max(0, 8 - first.length - rest.length)).fill(0), ...rest]
}

/** Throws `TestFailed` for a cloud's metadata address; literal addresses never reach a lookup. */
export function refuseMetadata(url: string): void {
  const { hostname } = new URL(url)
  if (isMetadata(hostname)) throw new TestFailed('address-forbidden', { place: hostname })
}

/** Refuses names that resolve to forbidden addresses, whatever name server says so. */
function lookupWithout(isForbidden: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const forbidden = addresses?.find(({ address }) => isForbidden(address))
      const [first] = addresses ?? []
      if (error !== null) callback(error, '', 0)
      else if (forbidden !== undefined || first === undefined)
        callback(new TestFailed('address-forbidden', { place: forbidden?.address ?? hostname }), '', 0)
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

export const safeLookup = lookupWithout(isMetadata)
export const publicLookup = lookupWithout((address) => isMetadata(address) || isInternal(address))
