// What a library asks of `url-parse` browsers have.
export default URL
