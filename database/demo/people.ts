import type { Chance } from '#database/demo/chance'

const FIRST =
  'Ada Amara Ana Ben Carlos Chloé Daniel Diego Elif Emma Fatima Felix Grace Hana Hugo Ines Ivan Jonas Julia Kenji Lars Layla Léa Linh Luca Maja Marek Mateo Mei Mohamed Nadia Noah Nora Olga Omar Priya Rosa Sofia Tom Wei Zoë'
const LAST =
  "Almeida Andersson Baker Bauer Chen Costa Díaz Dubois Evans Fischer García Haddad Hansen Ito Jansen Kaya Khan Kim Kowalski Lindqvist López Martin Meyer Moreau Nguyen Novák O'Brien Okafor Patel Petrov Rossi Schmidt Silva Smith Tanaka Weber"
const STREETS = [
  'Main Street',
  'Oak Avenue',
  'Mill Road',
  'Park Lane',
  'Station Road',
  'Hill Street',
  'River Walk',
] as const
const CITIES = [
  ['Portland', 'OR', '97205'],
  ['Austin', 'TX', '78701'],
  ['Madison', 'WI', '53703'],
  ['Burlington', 'VT', '05401'],
  ['Boulder', 'CO', '80302'],
] as const

export interface Person {
  name: string
  email: string
  phone: string
  address: { street: string; city: string; region: string; postcode: string; country: string }
  born: string
}

/** Somebody, the number-th of a form: no two have one address. */
export function person(chance: Chance, number: number): Person {
  const [first, last] = [chance.one(FIRST.split(' ')), chance.one(LAST.split(' '))]
  const [city, region, postcode] = chance.one(CITIES)
  const plain = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase()
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    name: `${first} ${last}`,
    email: `${plain}${number}@example.${chance.one(['com', 'org', 'net'])}`,
    // numbers that are set aside for films
    phone: `+1${chance.one(['503', '512', '608', '802', '303'])}55501${two(chance.from(0, 99))}`,
    address: {
      street: `${chance.from(1, 240)} ${chance.one(STREETS)}`,
      city,
      region,
      postcode,
      country: 'US',
    },
    born: `${chance.from(1944, 2007)}-${two(chance.from(1, 12))}-${two(chance.from(1, 28))}`,
  }
}
