import { type Asked, asked } from './asked.ts'

// Of the page only what belongs to the country that is chosen: it loads this file once another one is.

/**
 * How the addresses of a country are written: its parts in their order (S street, 2 second line, C city, R region, P postcode;
 * small letters and 2 may be missing), what the region is, and what a postcode looks like.
 */
const TABLE = `
AE S2CR emirate
AR S2PCr province ([A-HJ-NP-Z]\\d{4}[A-Z]{3}|\\d{4})
AT S2PC - \\d{4}
AU S2CRP state \\d{4}
BE S2PC - \\d{4}
BG S2PC - \\d{4}
BR S2CRP state \\d{5}-?\\d{3}
CA S2CRP province [ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] ?\\d[ABCEGHJ-NPRSTV-Z]\\d
CH S2PC - \\d{4}
CL S2pCr region \\d{7}
CN PRCS2 province \\d{6}
CO S2CrP region \\d{6}
CY S2PC - \\d{4}
CZ S2PC - \\d{3} ?\\d{2}
DE S2PC - \\d{5}
DK S2PC - \\d{4}
EE S2PC - \\d{5}
EG S2CrP governorate \\d{5}
ES S2PCr province (0[1-9]|[1-4]\\d|5[0-2])\\d{3}
FI S2PC - \\d{5}
FR S2PC - \\d{5}
GB S2CP - ([A-Z]{1,2}\\d[A-Z\\d]?|GIR) ?\\d[A-Z]{2}
GR S2PC - \\d{3} ?\\d{2}
HK S2C -
HR S2PC - \\d{5}
HU CS2P - \\d{4}
ID S2CrP province \\d{5}
IE S2Crp county [AC-FHKNPRTV-Y](\\d{2}|6W) ?[AC-FHKNPRTV-Y\\d]{4}
IL S2CP - \\d{5}(\\d{2})?
IN S2CRP state \\d{3} ?\\d{3}
IS S2PC - \\d{3}
IT S2PCr province \\d{5}
JP PRCS2 prefecture \\d{3}-?\\d{4}
KR RCS2P province \\d{5}
LI S2PC - 94(8[5-9]|9[0-8])
LT S2PC - (LT-)?\\d{5}
LU S2PC - (L-)?\\d{4}
LV S2CP - (LV-)?\\d{4}
MA S2PC - \\d{5}
MT S2CP - [A-Z]{3} ?\\d{4}
MX S2PCR state \\d{5}
MY S2PCr state \\d{5}
NL S2PC - [1-9]\\d{3} ?[A-Z]{2}
NO S2PC - \\d{4}
NZ S2CP - \\d{4}
PH S2CrP province \\d{4}
PL S2PC - \\d{2}-?\\d{3}
PT S2PC - \\d{4}-\\d{3}
QA S2C -
RO S2PCr county \\d{6}
RS S2PC - \\d{5}
SA S2CP - \\d{5}(-?\\d{4})?
SE S2PC - \\d{3} ?\\d{2}
SG S2CP - \\d{6}
SI S2PC - \\d{4}
SK S2PC - \\d{3} ?\\d{2}
TH S2CRP province \\d{5}
TN S2PC - \\d{4}
TR S2PCr province \\d{5}
TW PRCS2 county \\d{3}(\\d{2,3})?
UA S2CrP region \\d{5}
US S2CRP state \\d{5}(-\\d{4})?
VN S2CrP province \\d{5,6}
ZA S2CP - \\d{4}`

/** What is known of no country in particular. */
export const ANY = 'S2Crp region'

const FORMATS = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => [line.slice(0, 2), line.slice(3)]),
)

/** How the addresses of a country are written, with the parts that a form asks for. */
export function formatOf(country: string | undefined, settings: Asked = {}): string {
  return asked(FORMATS.get(country ?? '') ?? ANY, settings)
}

/** The countries of which more than nothing is known. */
export const KNOWN = [...FORMATS.keys()]
