import { expect, test } from 'vitest'
import { isInternal } from './outside-file.ts'

const inside = `
  0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.168.1.1
  198.18.0.1 198.19.255.255 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255
  :: ::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 100::1 4000::1
  ::ffff:10.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:7f00:0001 ::FFFF:0:1 ::ffff:a00:0 ::ffff:0:0 ::127.0.0.1
  64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:: 64:ff9b::1 64:ff9b:1::1 2001:db8::1 2001::1 2002:7f00:1::
`
const outside = `
  1.1.1.1 8.8.8.8 100.63.255.255 172.32.0.1 192.0.1.1 198.17.255.255 198.20.0.1 223.255.255.255
  2606:4700::1111 2001:4860:4860::8888 2003::1 ::ffff:8.8.8.8 ::ffff:808:808 ::ffff:0808:0008
  64:ff9b::8.8.8.8 64:ff9b::808:0 hub.example
`
const addressesOf = (table: string) => table.trim().split(/\s+/)

test.each(addressesOf(inside))('R8.06 %s is not of everybody', (address) => expect(isInternal(address)).toBe(true))
test.each(addressesOf(outside))('%s is, or is no address', (address) => expect(isInternal(address)).toBe(false))
