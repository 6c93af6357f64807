/** Passwords of at least eight characters that lead every published list of broken ones. Lower case. */
const LISTED = `
password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word passwort contraseña motdepasse
12345678 123456789 1234567890 0123456789 9876543210 987654321 87654321 11111111 00000000 22222222 88888888 99999999
12341234 11223344 12121212 123123123 123454321 112233445566 123456123 1234554321 147258369 789456123 159753456 741852963
qwertyui qwertyuiop qwerty123 qwerty1234 qwerty12 qwer1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsxedc zaq12wsx
asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 qweasdzxc 1qazxsw2 azertyuiop poiuytrewq
iloveyou iloveyou1 iloveyou2 iloveyou123 loveyou123 lovelove forever1 princess princess1 princess123 sunshine sunshine1
football football1 baseball baseball1 basketball softball superman superman1 batman123 spiderman starwars pokemon1 pokemon123
michael1 jennifer jessica1 ashley123 charlie1 daniel123 michelle nicholas jonathan victoria elizabeth samantha
computer computer1 internet samsung1 letmein1 letmein123 welcome1 welcome123 welcome2 trustno1 whatever whatever1 changeme
changeme1 changeme123 administrator admin123 admin1234 adminadmin root1234 rootroot test1234 testtest testing1 testing123
secret123 mysecret default1 guest1234 temp1234 master123 mustang1 corvette mercedes ferrari1 liverpool chelsea1 arsenal1
barcelona manchester juventus chocolate butterfly dolphins elephant kimberly hello123 hellohello helloworld monkey123
dragon123 shadow123 killer123 hunter123 soccer123 hockey123 cookie123 summer2023 summer2024 summer2025 winter2023 winter2024
spring2024 autumn2024 january1 december abcd1234 abcdefgh abcdefg1 abc12345 abc123456 a1b2c3d4 a123456789 aa123456 aa12345678
alexander alexandra anthony1 blink182 blessed1 brooklyn1 caroline cheyenne christian christopher danielle dallas123
diamond1 estrella fernando firebird freedom1 friends1 gabriela garfield godzilla greenday hardcore harley123 infinity
isabella jackson1 jasmine1 jordan23 jordan123 lakers24 leonardo loveme123 maradona margaret marlboro martinez matthew1
mexico123 midnight midnight1 motherof mountain nathalie newyork1 nirvana1 northern nothing1 panthers patricia peaches1
personal phoenix1 pictures platinum portugal precious qwertyqwerty rangers1 rebecca1 redsox04 remember richard1 sabrina1
scarface scorpion scorpio1 security sebastian simpsons skywalker slipknot snowball something stephanie steelers sterling
strawberry swimming sweetheart teamo123 tennessee theresa1 thunder1 tinkerbell twilight united123 universe valentina
vanessa1 veronica warcraft warrior1 williams windows1 wolverine xboxlive yankees1 yellow123 zachary1 formwright formwright1
`
  .trim()
  .split(/\s+/)

const COMMON = new Set(LISTED)

/** One sign or a short run over and over, or a stretch of keys in a row. */
function isPattern(password: string): boolean {
  if (/^(.{1,4}?)\1+$/.test(password)) return true
  const codes = [...password].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** Whether a password would be among the first guesses: listed, a pattern, or made of the person's own address. */
export function isCommonPassword(password: string, email: string): boolean {
  const plain = password.toLowerCase()
  const own = email.toLowerCase().split('@')[0] ?? ''
  const bare = plain.replace(/[^\p{L}]+$/u, '')
  return (
    COMMON.has(plain) ||
    isPattern(plain) ||
    plain === email.toLowerCase() ||
    (own.length >= 4 && (plain === own || bare === own))
  )
}
